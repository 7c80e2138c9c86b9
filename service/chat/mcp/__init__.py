"""The Model Context Protocol, by its official SDK: rules as tools of agents, over HTTP and over standard input.

The SDK takes two seconds of a processor and 36 MB to import. Modules that import it are imported where it is needed:
`server`, `web`, `stdio` and `relay`. `endpoint` needs nothing of it until the first request comes.
"""

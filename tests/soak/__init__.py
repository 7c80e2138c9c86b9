"""Long runs against real processes: does the service stay whole while its rules change, its database goes, and it dies.

`make soak` runs all of them in full; `python -m tests.soak --help` names their counts. The test suite runs a short form
of each. Every loop here is bounded and stops by itself.
"""

"""Google Chat: an app that is sent interaction events over HTTP, and answers them with cards.

What Google Chat sends, signs and takes is as in its documentation (https://developers.google.com/workspace/chat):
"Verify requests from Google Chat", "Receive and respond to interaction events", "Format messages", and the reference of
`Event`, `Message` and cards (version 2).
"""

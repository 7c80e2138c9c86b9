"""Slack: a slash command and buttons over HTTP.

What Slack sends, signs and takes is as in its documentation (https://docs.slack.dev): "Verifying requests from Slack",
"Implementing slash commands", "Handling user interaction" and the reference of Block Kit.
"""

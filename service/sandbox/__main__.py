"""`python -m service.sandbox`: the child of one examination."""

from service.sandbox.limits import stay_low

stay_low()

from service.sandbox.child import main  # noqa: E402 - it takes half a second of a processor, which others may need more

main()

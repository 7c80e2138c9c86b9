"""`python -m service.sandbox.accounting`: the child of one large timeline."""

import os

from service.sandbox.limits import stay_low

stay_low()
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each thread of numpy would take address space for nothing

from service.sandbox.accounting.child import main  # noqa: E402 - it takes a while, which others may need more

main()

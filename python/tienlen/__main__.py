"""`python -m tienlen` does what the command `tienlen` does."""

import sys

from tienlen.cli import main

if __name__ == "__main__":
    sys.exit(main())

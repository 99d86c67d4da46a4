"""`python -m mag.cli`."""

from mag.cli import main

main()

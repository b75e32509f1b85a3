"""`python -m lab.cli`: the command `ludwright`."""

from lab.cli import main

if __name__ == "__main__":
    main()

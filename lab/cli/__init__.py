"""The command line: what can be typed, and what then is done.

What a command needs is imported when it runs, so that `--help` does not wait for it.
"""


def main() -> None:
    """Run the command `ludwright`."""
    from lab.cli.app import main as run  # noqa: PLC0415  `import lab.cli` is quick

    run()

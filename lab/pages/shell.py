"""Pages of results: a file each that needs nothing beside it, light or dark as readers like."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files


def page(title: str, body: Iterable[str], *, style: str = "", script: str = "") -> str:
    """A page as text.

    Args:
        title: of the page, as plain text
        body: its lines, as HTML
        style: rules of style behind those that all pages share
        script: what runs once the page is there; without it the page must be readable, too
    """
    folder = files("lab.pages")
    shared = "".join(folder.joinpath(name).read_text("utf-8") for name in ("shell.css", "rail.css"))
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>{shared}{style}</style></head><body>",
        *body,
    ]
    if script:
        lines.append(f"<script>{script}</script>")
    return "\n".join([*lines, "</body></html>", ""])


def rail(value: float, low: float, high: float) -> str:
    """A number between 0 and 1 with its interval, as a mark on a rail."""
    value, low, high = (min(1.0, max(0.0, one)) for one in (value, low, high))
    width = f"left:{100 * low:.1f}%;width:{100 * (high - low):.1f}%"
    return f'<div class="rail"><i style="{width}"></i><b style="left:{100 * value:.1f}%"></b></div>'

"""The tools, over the real process and the package's own client."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from helpers.lab.studio import below
from helpers.lab.tools import COMMAND, ENVIRONMENT, Server, Speaker, needs_mcp

pytestmark = [needs_mcp, pytest.mark.slow]
GOOD = (
    '(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})'
    " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
)
TOOLS = {
    "list_games", "read_game", "show_game", "describe_ludemes", "check", "fix", "layout",
    "complete", "grammar", "try_game", "position", "picture", "why_not", "solve", "measure",
    "compare", "vary", "list_files", "load_file", "save_file", "export_page",
}  # fmt: skip
FIRST = """(game "Corners"
    (players 2)
    (equipment (board (square 4)) (piece "Stone" each))
    (rules
        (play (move Add (to (sites Emty))))
        (end (if (is Line 3) (result Mover Lose)))
    )
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("desk"))
    yield found
    found.close()


def test_a_design_from_an_empty_file_to_a_page(server: Server) -> None:
    async def design(server: Speaker) -> None:
        tools = (await server.client.list_tools()).tools
        assert {one.name for one in tools} == TOOLS
        assert all(one.description and one.title for one in tools)
        # Something near, and the words that it takes
        near = await server.call("list_games", words="line misere")
        assert near["found"] >= 0
        games = (await server.call("list_games", words="line"))["games"]
        assert "Yavalath" in [one["name"] for one in games]
        assert "is Line 4" in (await server.call("read_game", rules="yavalath"))["text"]
        assert "row of" in (await server.call("show_game", rules="Yavalath"))["words"]
        [line] = (await server.call("describe_ludemes", words="is Line"))["forms"]
        assert line["examples"]
        assert line["used_in"]
        # The first draft has mistakes; those that are certain are mended
        [found] = (await server.call("check", rules=FIRST))["files"]
        assert {one["code"] for one in found["mistakes"]} >= {"open-bracket", "unknown-word"}
        mended = (await server.call("fix", rules=FIRST))["files"][0]
        assert mended["changed"]
        assert mended["left"] == []
        text = mended["text"]
        assert "Loss" in text
        text = (await server.call("layout", rules=text))["text"]
        [found] = (await server.call("check", rules=text))["files"]
        assert found["errors"] == 0
        assert found["trial"]["games"] > 20
        held = await server.call("save_file", path="design/corners.lud", text=text)
        # What it is like to play
        tried = await server.call("try_game", rules="design/corners.lud", games=500, searched=1)
        assert tried["random"]["games"] == 500
        assert tried["sample"]["why"]
        assert tried["searched"][0]["over"]
        seen = await server.call("position", rules="design/corners.lud", moves=["b2"])
        assert seen["mover"] == 2
        why = await server.call("why_not", rules="design/corners.lud", moves=["b2"], move="b2")
        assert why["reasons"][0]["message"]
        assert (await server.call("solve", rules="Tic-Tac-Toe"))["outcome"] == "draw"
        [seen] = (
            await server.called("picture", {"rules": "design/corners.lud", "random": 3})
        ).content
        assert seen.mime_type == "image/png"
        assert base64.b64decode(seen.data).startswith(b"\x89PNG")
        [kept] = (
            await server.called("picture", {"rules": "design/corners.lud", "form": "svg"})
        ).content
        assert ElementTree.fromstring(kept.resource.text).tag.endswith("svg")
        # Another version, compared
        other = text.replace("(square 4)", "(square 5)")
        compared = await server.call("compare", rules="design/corners.lud", other=other, games=10,
                                     criteria=["length", "balance"])  # fmt: skip
        assert "(square 4) → (square 5)" in compared["rules"]
        assert [one["name"] for one in compared["figures"]] == ["balance", "length"]
        varied = await server.call(
            "vary", rules="design/corners.lud", number=1, games=10, keep=["pieces"]
        )
        assert "(game" in varied["variants"][0]["text"]
        assert server.progress
        # Kept, and given away
        again = await server.refused("save_file", path="design/corners.lud", text=other)
        assert "another by now" in again
        await server.call("save_file", path="design/corners.lud", text=other, before=held["mark"])
        assert (await server.call("load_file", path="design/corners.lud"))["text"] == other
        assert "design/corners.lud" in (await server.call("list_files"))["files"]
        page = await server.call("export_page", rules="design/corners.lud", path="design/a.html")
        assert page["path"] == "design/a.html"
        again = await server.refused("export_page", rules="design/corners.lud", path=page["path"])
        assert "already" in again

    server.talk(design)
    folder = server.folder / "design"
    assert "<title>Corners" in (folder / "a.html").read_text("utf-8")
    assert sorted(one.name for one in folder.iterdir()) == ["a.html", "corners.lud"]


def test_help_to_write(server: Server) -> None:
    async def talk(server: Speaker) -> None:
        half = GOOD[: GOOD.index("Empty")]
        at = f"1:{len(half) + 1}"
        found = await server.call("complete", rules=half, at=at, most=5)
        assert len(found["proposals"]) == 5
        assert "Empty" in [one["text"] for one in found["proposals"]]
        small = await server.call("grammar", like=["Yavalath"], notation="gbnf")
        assert small["grammar"].count("::=") < 120
        rest = await server.call("grammar", like=["line"], text=half, at=at, rest=True)
        assert rest["grammar"].startswith("//")
        assert "no notation" in await server.refused("grammar", like=["Hex"], notation="yacc")
        assert "whole language" in await server.refused("grammar")
        many = await server.call("describe_ludemes", words="moves")
        assert "Hop" in many["names"]
        assert "did you mean" in await server.refused("describe_ludemes", words="Hopp")

    server.talk(talk)


# Attacks

PATHS = [
    "../held.lud", "/etc/passwd", "/etc/x.lud", "a/../../x.lud", "..", "", "C:x.lud", "a\\b.lud",
    "x\0.lud", "held.txt", ".lud/../../x.lud", "link.lud", "out/x.lud", "\n.lud",
]  # fmt: skip


def test_files_elsewhere(server: Server) -> None:
    folder, outside = server.folder, server.folder.parent / "elsewhere"
    outside.mkdir()
    secret = outside / "x.lud"
    secret.write_text("(secret)", "utf-8")
    (folder / "link.lud").symlink_to(secret)
    (folder / "out").symlink_to(outside)
    (folder / "link.html").symlink_to(outside / "page.html")
    match = '(match "M" (players 2) (games (subgame "%s")) (end (if True (result P1 Win))))'

    async def talk(server: Speaker) -> None:
        for path in PATHS:
            assert "secret" not in await server.refused("load_file", path=path)
            assert await server.refused("save_file", path=path, text="mine")
            assert "secret" not in await server.refused("check", rules=path)
            page = path.replace(".lud", ".html") if path else "x.lud"
            assert await server.refused("export_page", rules=GOOD, path=page, replace=True)
        names = ("../elsewhere/x", str(secret), str(secret.with_suffix("")), "/etc/passwd", "link")
        for name in names:
            [found] = (await server.call("check", rules=match % name))["files"]
            assert found["errors"]
            assert "secret" not in json.dumps(found)
            assert "root:" not in json.dumps(found)
        for like in ("../elsewhere/x.lud", str(secret), "/etc/passwd"):
            assert "secret" not in await server.refused("grammar", like=[like])
        assert await server.refused("vary", rules="Nowhere")
        other = await server.call("export_page", rules=GOOD.replace('"Small"', '"../../evil"'))
        assert "/" not in other["path"]

    server.talk(talk)
    assert secret.read_text("utf-8") == "(secret)"
    assert sorted(one.name for one in outside.iterdir()) == ["x.lud"]
    assert not [*folder.parent.glob("*.lud"), *folder.parent.glob("*.html")]


def test_a_file_that_was_changed_on_disk_is_not_lost(server: Server) -> None:
    place = server.folder / "sub" / "changed.lud"

    async def talk(server: Speaker) -> None:
        made = await server.call("save_file", path="sub/changed.lud", text="(one)")
        place.write_text("(other)", "utf-8")
        for before in (made["mark"], None):
            given = {"path": "sub/changed.lud", "text": "(two)", "before": before}
            assert "another by now" in await server.refused("save_file", **given)
        assert place.read_text("utf-8") == "(other)"
        seen = await server.call("load_file", path="sub/changed.lud")
        assert seen["text"] == "(other)"
        await server.call("save_file", path="sub/changed.lud", text="(two)", before=seen["mark"])
        assert place.read_text("utf-8") == "(two)"
        assert "sub/changed.lud" in (await server.call("list_files"))["files"]

    server.talk(talk)


SLOW = [
    GOOD.replace("(square 3)", "(square 2000)"),
    "(" * 200_000,
    '(define "A" ("B" "B")) (define "B" ("A" ("A"))) (game "X" ("A"))',
    GOOD.replace("(result Mover Win)", "(result Mover Win)" * 3000),
    GOOD.replace('(piece "Disc" Each)', '(piece "Disc" Each) (dice d:2000000000 num:14)'),
]
ODD: list[dict[str, Any]] = [
    {}, {"rules": 7}, {"rules": None}, {"rules": ["(game"]}, {"rules": GOOD, "games": -1},
    {"rules": GOOD, "games": 10**9}, {"rules": GOOD, "games": "many"}, {"rules": GOOD, "seed": -1},
    {"rules": GOOD, "options": {"Size": "5"}}, {"rules": GOOD, "options": [1]}, {"rules": "x" * 99},
]  # fmt: skip


def test_hostile_rules_cost_only_their_own_call(server: Server) -> None:
    async def talk(server: Speaker) -> None:
        hostile = [asyncio.create_task(server.called("check", {"rules": one})) for one in SLOW]
        start = time.perf_counter()
        assert (await server.call("position", rules=GOOD))["mover"] == 1
        assert time.perf_counter() - start < 30
        for task, text in zip(hostile, SLOW, strict=True):
            found = await task
            assert found.is_error or found.structured_content["errors"], text[:80]
        assert (await server.call("position", rules=GOOD))["mover"] == 1
        for one in ODD:
            assert await server.refused("try_game", **one)
        assert "more" in await server.refused("check", rules="(" * 5_000_000)
        assert "more" in await server.refused("position", rules=GOOD, moves=["b2"] * 1_000_000)
        assert await server.refused("no_such_tool")
        assert (await server.call("position", rules=GOOD))["mover"] == 1

    server.talk(talk)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells processes")
def test_a_cancelled_call_ends_its_process(server: Server) -> None:
    async def talk(server: Speaker) -> None:
        work = asyncio.create_task(server.call("measure", rules="Hex", games=1000))
        async with asyncio.timeout(60):
            while not server.progress:
                await asyncio.sleep(0.05)
            busy = {*below(os.getpid())}
            work.cancel()
            while busy <= {*below(os.getpid())}:
                await asyncio.sleep(0.05)
        with pytest.raises(asyncio.CancelledError):
            await work
        done = [one for one, _ in server.progress]
        assert done == sorted(done)

    server.talk(talk)


def test_floods_wait_or_are_refused(server: Server) -> None:
    async def talk(server: Speaker) -> None:
        many = [server.called("position", {"rules": GOOD}) for _ in range(200)]
        found = await asyncio.gather(*many)
        refused = [one.content[0].text for one in found if one.is_error]
        assert refused
        assert all("too much is being asked at once" in one for one in refused)
        assert len(found) - len(refused) >= 4
        assert (await server.call("position", rules=GOOD))["mover"] == 1

    server.talk(talk)


def test_garbage_on_the_stream(tmp_path: Path) -> None:
    about = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "x", "version": "1"},
    }
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}
    words = [
        "garbage",
        "[]",
        "{}",
        "[" * 10_000,
        '{"jsonrpc": "2.0"}',
        "\x00\xff",
        json.dumps(hello),
    ]
    process = subprocess.Popen(
        [sys.executable, *COMMAND, str(tmp_path)], env=ENVIRONMENT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n".join(words) + "\n")
    process.stdin.flush()
    said = (json.loads(line) for line in process.stdout)
    told = next(one for one in said if one.get("id") == 1)
    assert told["result"]["serverInfo"]["name"] == "ludwright"
    process.stdin.close()
    assert process.wait(timeout=30) == 0

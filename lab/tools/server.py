"""The server of tools: what a language model may ask, over the standard streams.

Every call that looks at rules is worked at in a process with limits of time and memory. A call
that is cancelled ends its process.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import mcp_types as types
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from lab.files.whole import write_whole
from lab.studio.folder import LARGEST, PAGE, Folder
from lab.tools.calls import Tools, telling

INSTRUCTIONS: Final = """Tools to design board games in the Ludii game-description language.

A way that works: list_games and read_game for a game that is near; describe_ludemes for what you
need; write the rules; check them until nothing is wrong (fix makes the changes that are certain);
try_game to see whether they mean what you meant; measure, and compare with the version before;
save_file after each step that is better; export_page at the end, to give it away.

`rules` is always a whole rule text, the name of a game of the library, or the path of a file of
the folder that ends with .lud.
"""

Rules = Annotated[
    str,
    Field(
        description="A rule text, the name of a game of the library, or the path of a .lud file."
    ),
]
Options = Annotated[
    dict[str, str] | None, Field(description="Chosen items of options, by their headings.")
]
Moves = Annotated[
    list[str] | None, Field(description="Moves that lead to the position, such as e2-e4.")
]
Seed = Annotated[int, Field(description="Fixes everything that chance decides.")]
Games = Annotated[int, Field(description="Games to measure by, 10 to 1000.")]
Criteria = Annotated[
    list[str] | None, Field(description="Only these, or families, such as balance, depth.")
]
FilePath = Annotated[str, Field(description="A path below the folder, such as ideas/first.lud.")]


def server(root: Path) -> MCPServer[Any]:
    """The server, for a folder."""
    tools = Tools(Folder(root))

    @asynccontextmanager
    async def living(_: MCPServer[Any]) -> AsyncIterator[None]:
        tools.crew.start()
        try:
            yield
        finally:
            tools.crew.close()

    found: MCPServer[Any] = MCPServer(
        "ludwright", title="Ludwright", instructions=INSTRUCTIONS, version=_version(),
        lifespan=living, log_level="ERROR",
    )  # fmt: skip
    for add in (_add_looking, _add_writing, _add_playing, _add_judging, _add_files):
        add(found, tools)
    return found


def _version() -> str:
    from importlib.metadata import version  # noqa: PLC0415

    return version("ludwright")


Answer = dict[str, Any]
READS = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
WRITES = types.ToolAnnotations(destructive_hint=True, open_world_hint=False)


def _add_looking(server: MCPServer[Any], tools: Tools) -> None:
    @server.tool(title="List games", annotations=READS)
    async def list_games(
        words: Annotated[str, Field(description="Words that the line of a game must have.")] = "",
        first: Annotated[int, Field(description="How many to leave out at the beginning.")] = 0,
        context: Context | None = None,
    ) -> Answer:
        """Games of the library: name, family, players, inventor, year, options.

        Families are line, connection, territory, chess, draughts, race, mancala and so on.
        """
        return await tools.ask("list_games", context, words=words, first=first)

    @server.tool(title="Read a game", annotations=READS)
    async def read_game(rules: Rules) -> Answer:
        """The rule file of a game, to learn from or to change."""
        text, place = tools.text_of(rules)
        return {"text": text, "source": place}

    @server.tool(title="Show a game", annotations=READS)
    async def show_game(
        rules: Rules,
        options: Options = None,
        ruleset: str | None = None,
        context: Context | None = None,
    ) -> Answer:
        """A game: its rules in plain English, players, pieces, options, the board at the start."""
        return await tools.about("show_game", context, rules, options=options, ruleset=ruleset)

    @server.tool(title="Describe ludemes", annotations=READS)
    async def describe_ludemes(
        words: Annotated[
            str,
            Field(description="Names or words of ludemes, with commas: 'is Line, Hop, stacks'."),
        ],
        context: Context | None = None,
    ) -> Answer:
        """The words of the language: what each takes and means, examples, games that use it."""
        return await tools.ask("describe_ludemes", context, words=words)


def _add_writing(server: MCPServer[Any], tools: Tools) -> None:
    @server.tool(title="Check rules", annotations=READS)
    async def check(
        rules: Rules,
        play: Annotated[bool, Field(description="Play random games, if nothing is wrong.")] = True,
        context: Context | None = None,
    ) -> Answer:
        """Every mistake in a rule text: code, place, what is expected, the change that mends it.

        Without a mistake, random games tell what never happens. `told` is for reading.
        """
        return await tools.about("check", context, rules, play=play)

    @server.tool(title="Fix rules", annotations=READS)
    async def fix(rules: Rules, context: Context | None = None) -> Answer:
        """A rule text mended where it is certain how; what was done, and what is left.

        Nothing is saved.
        """
        return await tools.about("fix", context, rules)

    @server.tool(title="Lay rules out", annotations=READS)
    async def layout(rules: Rules, context: Context | None = None) -> Answer:
        """A rule text laid out as those of the library are. Nothing is saved."""
        return await tools.about("layout", context, rules)

    @server.tool(title="Complete rules", annotations=READS)
    async def complete(
        rules: Rules,
        at: Annotated[str, Field(description="LINE:COLUMN, each from 1.")],
        most: Annotated[int, Field(description="How many proposals, at most 300.")] = 40,
        context: Context | None = None,
    ) -> Answer:
        """What may be written at a place of a rule text, that which is most used first."""
        return await tools.about("complete", context, rules, at=at, most=most)

    @server.tool(title="Grammar", annotations=READS)
    async def grammar(
        only: Annotated[list[str] | None, Field(description="Ludemes: 'Hop', 'is Line'.")] = None,
        like: Annotated[list[str] | None, Field(description="Games or families.")] = None,
        notation: Annotated[str, Field(description="lark, gbnf or ebnf.")] = "lark",
        text: Annotated[str | None, Field(description="A rule text that is not finished.")] = None,
        at: Annotated[str | None, Field(description="Where in it: LINE:COLUMN.")] = None,
        rest: Annotated[bool, Field(description="Up to the end of the rules.")] = False,
        context: Context | None = None,
    ) -> Answer:
        """A grammar to decode with: of the language or a part of it, or of what may follow."""
        if text is not None and len(text.encode()) > LARGEST:
            raise ToolError(f"a rule text may have {LARGEST} bytes, and this one has more")
        if not only and not like:
            raise ToolError(
                "the grammar of the whole language has 400,000 characters: name a part of it by "
                "`only` or `like`; the command `ludwright grammar` writes all"
            )
        return await tools.ask("grammar", context, only=only, like=like, notation=notation,
                               text=text, at=at, rest=rest)  # fmt: skip


def _add_playing(server: MCPServer[Any], tools: Tools) -> None:
    @server.tool(title="Try a game", annotations=READS)
    async def try_game(
        rules: Rules,
        games: Annotated[int, Field(description="Random games, at most 100000.")] = 1_000,
        searched: Annotated[
            int, Field(description="Games in which the computer thinks, at most 50.")
        ] = 4,
        seed: Seed = 1,
        options: Options = None,
        context: Context | None = None,
    ) -> Answer:
        """Play a game many times: who wins, how long it lasts, what never happens.

        `searched` are games that the computer plays against itself, `sample` is a random one, each
        with its moves, the last position, and the rule that ended it.
        """
        return await tools.about("try_game", context, rules, games=games, searched=searched,
                                 seed=seed, options=options)  # fmt: skip

    @server.tool(title="Look at a position", annotations=READS)
    async def position(
        rules: Rules,
        moves: Moves = None,
        random: Annotated[int, Field(description="So many more moves at random.")] = 0,
        seed: Seed = 1,
        options: Options = None,
        context: Context | None = None,
    ) -> Answer:
        """The position after some moves: the board as text, who is to move, all legal moves."""
        return await tools.about("position", context, rules, moves=moves, random=random, seed=seed,
                                 options=options)  # fmt: skip

    @server.tool(title="Picture", annotations=READS, structured_output=False)
    async def picture(
        rules: Rules,
        moves: Moves = None,
        random: Annotated[int, Field(description="So many more moves at random.")] = 0,
        size: Annotated[int, Field(description="Pixels of the longer side.")] = 480,
        form: Annotated[
            Literal["png", "svg"], Field(description="png to see, svg to keep.")
        ] = "png",
        seed: Seed = 1,
        options: Options = None,
        context: Context | None = None,
    ) -> list[types.ContentBlock]:
        """A picture of a position."""
        found = await tools.about("picture", context, rules, moves=moves, random=random, size=size,
                                  form=form, seed=seed, options=options)  # fmt: skip
        if form == "png":
            return [types.ImageContent(type="image", data=found["data"], mime_type="image/png")]
        text = types.TextResourceContents(
            uri="ludwright://picture.svg", mime_type="image/svg+xml", text=found["data"]
        )
        return [types.EmbeddedResource(type="resource", resource=text)]

    @server.tool(title="Why not", annotations=READS)
    async def why_not(
        rules: Rules,
        move: Annotated[str | None, Field(description="The move; none asks for all.")] = None,
        moves: Moves = None,
        seed: Seed = 1,
        options: Options = None,
        context: Context | None = None,
    ) -> Answer:
        """Why a move is not legal in a position: the clause of the rules that decides.

        Without a move: which rules give the legal moves, or what ended the game.
        """
        return await tools.about("why_not", context, rules, move=move, moves=moves, seed=seed,
                                 options=options)  # fmt: skip

    @server.tool(title="Solve", annotations=READS)
    async def solve(
        rules: Rules,
        moves: Moves = None,
        seconds: Annotated[int, Field(description="Time at most, up to 120.")] = 20,
        options: Options = None,
        context: Context | None = None,
    ) -> Answer:
        """Who wins a small game if nobody errs, exactly; the solutions of a puzzle."""
        return await tools.about("solve", context, rules, moves=moves, seconds=seconds,
                                 options=options)  # fmt: skip


def _add_judging(server: MCPServer[Any], tools: Tools) -> None:
    @server.tool(title="Measure", annotations=READS)
    async def measure(
        rules: Rules,
        games: Games = 50,
        criteria: Criteria = None,
        seed: Seed = 1,
        options: Options = None,
        context: Context | None = None,
    ) -> Answer:
        """How good a game is: figures from games that the computer plays against itself.

        Each comes with the interval in which the true one lies at 95 %.
        """
        return await tools.about("measure", context, rules, games=games, criteria=criteria,
                                 seed=seed, options=options)  # fmt: skip

    @server.tool(title="Compare", annotations=READS)
    async def compare(
        rules: Rules,
        other: Rules,
        games: Games = 50,
        criteria: Criteria = None,
        seed: Seed = 1,
        context: Context | None = None,
    ) -> Answer:
        """Two versions of a game: what differs in the rules, and which figures are apart."""
        text, _ = tools.text_of(other)
        return await tools.about("compare", context, rules, other=text, games=games,
                                 criteria=criteria, seed=seed)  # fmt: skip

    @server.tool(title="Vary", annotations=READS)
    async def vary(
        rules: Rules,
        number: Annotated[int, Field(description="How many variants, at most 20.")] = 4,
        fix: Annotated[
            str, Field(description="What to sort by: a criterion, quality, or length=40.")
        ] = "quality",
        keep: Annotated[
            list[str] | None,
            Field(description="What stays as it is: board, pieces, start, play, end."),
        ] = None,
        games: Games = 50,
        seed: Seed = 1,
        context: Context | None = None,
    ) -> Answer:
        """Variants of a game by one small change each, measured, the best first."""
        return await tools.about("vary", context, rules, number=number, fix=fix, keep=keep,
                                 games=games, seed=seed)  # fmt: skip


def _add_files(server: MCPServer[Any], tools: Tools) -> None:
    @server.tool(title="List files", annotations=READS)
    async def list_files() -> Answer:
        """The rule files of the folder that the server was started on."""
        return {"files": tools.folder.files()}

    @server.tool(title="Load a file", annotations=READS)
    async def load_file(path: FilePath) -> Answer:
        """A rule file of the folder; `mark` tells it from what it is after a change."""
        with telling():
            held = tools.folder.open(path)
        return {"path": held.path, "text": held.text, "mark": held.mark}

    @server.tool(title="Save a file", annotations=WRITES)
    async def save_file(
        path: FilePath,
        text: Annotated[str, Field(description="What is to be in it.")],
        before: Annotated[
            str | None,
            Field(
                description="The mark of the file that it takes the place of; none for a new one."
            ),
        ] = None,
    ) -> Answer:
        """Write a rule file of the folder. One that is there is only replaced if you know it."""
        with telling():
            held = tools.folder.save(path, text, before)
        return {"path": held.path, "mark": held.mark}

    @server.tool(title="Export a page", annotations=WRITES)
    async def export_page(
        rules: Rules,
        path: Annotated[
            str | None, Field(description="Where, such as first.html; the name of the game if not.")
        ] = None,
        replace: Annotated[
            bool, Field(description="Whether it may take the place of one.")
        ] = False,
        options: Options = None,
        context: Context | None = None,
    ) -> Answer:
        """Write a page into the folder that plays the game in any browser, without a network."""
        with telling():
            if path is not None:
                tools.folder.place(path, PAGE)
        found = await tools.about("page", context, rules, options=options)
        with telling():
            place = tools.folder.place(path or found["name"], PAGE)
            if place.exists() and not replace:
                raise ToolError(f"there is a page {place.name} already: give `replace`, or a path")
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place, found["text"])
        path = place.relative_to(tools.folder.root).as_posix()
        return {"path": path, "bytes": len(found["text"].encode())}


def main(root: Path) -> None:
    """Answer over the standard streams until nobody asks any more."""
    server(root).run("stdio")

"""The studio is started: a port is found, the address printed, the browser opened."""

from __future__ import annotations

import socket
import threading
import webbrowser
from contextlib import closing
from pathlib import Path

import uvicorn

from interpreter.play.load import read
from interpreter.text.errors import LudError
from lab.files.records import in_library
from lab.studio.app import LARGEST, Studio
from lab.studio.folder import RUN, SUFFIX, Folder
from lab.studio.safety import LOOPBACK, Keys, hosts

PORT = 8640
"""Where it listens if nothing else is said: browsers keep unsaved texts for one port."""
TRIES = 20
EVERYWHERE = {"0.0.0.0", "::", "[::]", "*", ""}


def check_host(host: str) -> None:
    """See that an address names one way to this machine, before a password is asked for.

    Raises:
        LudError: it stands for all of them
    """
    if host in EVERYWHERE:
        hint = "name the address by which others reach this machine, as in --host 192.168.1.5"
        raise LudError(f"the studio does not listen on {host or 'nothing'}", None, hint)


def run(
    what: str | None, port: int | None, host: str | None, password: str | None, *, browser: bool
) -> None:
    """Serve until somebody presses Ctrl-C.

    Args:
        what: the game, file or folder to begin with
        port: where to listen; the first that is free from the usual one on if not given
        host: the address of this machine at which others may come too
        password: what they are asked for
        browser: whether the page is opened

    Raises:
        LudError: there is nothing of that name, or the address cannot be had
    """
    root, first = _first(what)
    listening = _listening(host or LOOPBACK[0], port)
    chosen: int = listening.getsockname()[1]
    names = LOOPBACK if host is None else (host, *LOOPBACK)
    keys = Keys(hosts(names, chosen), chosen, password)
    studio = Studio(Folder(root), keys, first)
    address = f"http://{host or LOOPBACK[0]}:{chosen}/"
    entry = address if password is not None else f"{address}?token={keys.token}"
    print(f"The studio is open at\n\n  {entry}\n", flush=True)
    if password is None:
        print("The address lets in one browser, once. Ctrl-C ends the studio.", flush=True)
    else:
        print(
            "Whoever knows the password can read and write the rule files below this folder and\n"
            "have this machine work for them. What they type goes over the network unencrypted:\n"
            "use it in a network that you trust. Ctrl-C ends the studio.",
            flush=True,
        )
    if browser:
        threading.Thread(target=webbrowser.open, args=(entry,), daemon=True).start()
    config = uvicorn.Config(
        studio.app(), log_level="error", ws="websockets-sansio", ws_max_size=LARGEST,
        server_header=False, timeout_graceful_shutdown=1, limit_concurrency=256,
    )  # fmt: skip
    uvicorn.Server(config).run([listening])


def _first(what: str | None) -> tuple[Path, dict[str, str]]:
    """The folder of the studio, and what its page opens."""
    if what is None:
        return Path(), {}
    path = Path(what)
    if path.is_dir() and not in_library(what):
        return path, {}
    if path.suffix == RUN:
        from lab.breeding.keeping.store import read as read_run  # noqa: PLC0415  takes a while

        with closing(read_run(path)):
            return path.parent, {"run": path.name}
    source = read(path)
    if in_library(what):
        return Path(), {"game": source.name.removesuffix(SUFFIX)}
    return path.parent, {"file": path.name}


def _listening(host: str, port: int | None) -> socket.socket:
    """A socket that listens.

    Raises:
        LudError: there is no such address, or the port is taken
    """
    ports = range(PORT, PORT + TRIES) if port is None else (port,)
    refused = ""
    for one in ports:
        try:
            family = socket.getaddrinfo(host.strip("[]"), one, type=socket.SOCK_STREAM)[0][0]
            return socket.create_server((host.strip("[]"), one), family=family)
        except OSError as error:
            refused = error.strerror or str(error)
    raise LudError(f"the studio cannot listen at {host}, port {ports[-1]}: {refused}")

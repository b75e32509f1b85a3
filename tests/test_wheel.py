"""The built wheel works in an empty environment, away from the checkout."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from helpers.paths import ROOT

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    """Output of a command that must succeed, run without this project on its path."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment `env` into which only the wheel was installed.

    What the wheel depends on is borrowed from the environment of the tests, through a path file;
    path files found there, such as that of the editable install, are not followed.
    """
    folder = tmp_path_factory.mktemp("wheel")
    run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation"),
        *("--outdir", folder, ROOT),
        cwd=folder,
    )
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env", with_pip=False)
    (site,) = (folder / "env").glob("lib/python*/site-packages")
    borrowed = Path(sysconfig.get_paths()["purelib"])
    (site / "borrowed.pth").write_text(f"{borrowed}\n", "utf-8")
    run(
        *(folder / "env/bin/python", "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"),
        *("--ignore-installed", wheel),
        cwd=folder,
    )
    return folder


def test_library(home: Path) -> None:
    program = "import interpreter; print(interpreter.__file__)"
    where = Path(run(home / "env/bin/python", "-c", program, cwd=home).strip())
    assert where.is_relative_to(home)


def test_every_rule_file_is_inside(home: Path) -> None:
    (site,) = (home / "env").glob("lib/python*/site-packages")
    kinds = (
        ("games", "*.lud"),
        ("ludemes", "*.def"),
        ("ludemes", "*.txt"),
        ("interpreter", "*.lark"),
    )
    for folder, pattern in kinds:
        expected = {path.relative_to(ROOT) for path in (ROOT / folder).rglob(pattern)}
        found = {path.relative_to(site) for path in (site / folder).rglob(pattern)}
        assert found == expected


def test_a_page_is_written(home: Path) -> None:
    run(home / "env/bin/ludwright", "export", "Tic-Tac-Toe", "-o", "three.html", cwd=home)
    assert "</html>" in (home / "three.html").read_text("utf-8")
    (web,) = (home / "env").glob("lib/python*/site-packages/lab/web")
    assert not (web / "src").exists()
    assert not (web / "node_modules").exists()


def test_a_game_is_played(home: Path) -> None:
    program = (
        "from interpreter import load\n"
        "state = load('Yavalath').start(seed=1)\n"
        "while not state.over:\n"
        "    state = state.after(state.moves()[0])\n"
        "print(state.ranking)\n"
    )
    assert run(home / "env/bin/python", "-c", program, cwd=home).startswith("(")


def test_command(home: Path) -> None:
    command = home / "env/bin/ludwright"
    assert "Yavalath" in run(command, "list", cwd=home)
    assert "hex" in run(command, "show", "Yavalath", cwd=home)
    run(command, "playouts", "Yavalath", "-n", "2", "--seed", "1", cwd=home)

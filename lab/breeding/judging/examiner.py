"""How children are examined if nobody says otherwise: as `examine.py` does it."""

from __future__ import annotations

from dataclasses import dataclass

from lab.breeding.kinds import Appraisal, Candidate, Conception, Settings


@dataclass(frozen=True, slots=True)
class Examination:
    """Our examiner; what it needs is imported where it works."""

    def prepare(self) -> None:
        """Read what all children need."""
        import lab.breeding.judging.examine  # noqa: F401, PLC0415
        from interpreter.play.load import catalogue, defines, load  # noqa: PLC0415

        catalogue()
        defines()
        # Native code has been made once: the compiler is ready.
        load("Tic-Tac-Toe").playouts(1)

    def conceive(self, task: Conception, settings: Settings) -> Candidate:
        """Make a child and try what needs no search."""
        from lab.breeding.judging.examine import conceive  # noqa: PLC0415

        return conceive(task, settings)

    def appraise(self, candidate: Candidate, settings: Settings) -> Appraisal:
        """Let searching players try it."""
        from lab.breeding.judging.examine import appraise  # noqa: PLC0415

        return appraise(candidate, settings)

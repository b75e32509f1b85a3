"""Settings for all tests: by itself Hypothesis looks elsewhere each time, in CI always the same."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

"""The workflows call programs that exist. `make check` holds them to GitHub's schema, and to zizmor's rules."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from tests.support import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.name)
def test_what_is_called_exists(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    for module in re.findall(r"python -m (tools\.[\w.]+)", text):
        assert find_spec(module), module
    for program in re.findall(r"(?:python |: |/)((?:tools|\.ci)/[\w./]+)", text):
        assert (ROOT / program).exists(), program


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.name)
def test_what_is_needed_is_a_job(workflow: Path) -> None:
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    for job in jobs.values():
        needs = job.get("needs", [])
        assert {*([needs] if isinstance(needs, str) else needs)} <= set(jobs)

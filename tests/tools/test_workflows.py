"""The workflows call programs that exist. `make check` checks them with GitHub's schema and with zizmor."""

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


def test_the_tests_of_the_night_have_the_program_that_is_in_no_package() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8"))["jobs"]
    commands = [step.get("run", "") for step in jobs["slow-tests"]["steps"]]
    built = next(number for number, command in enumerate(commands) if "bbpPairings.exe" in command)
    assert built < commands.index(".ci/run --nightly -m nightly")

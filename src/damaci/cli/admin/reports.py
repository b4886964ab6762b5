"""`damaci admin`: players' reports."""

import click
import msgspec

from damaci.cli.admin.group import admin, administer, answer, answer_list, because, why_option
from damaci.cli.options import json_option
from damaci.online.moments import moment
from damaci.store.reports import ListedReport, PlayerReport

CLOSED = {"open": False, "closed": True, "all": None}


@admin.command("reports")
@click.option("--state", type=click.Choice(list(CLOSED)), default="open", show_default=True, help="Which ones.")
@json_option
def list_reports(state: str, as_json: bool) -> None:
    """List players' reports, the newest first."""
    found = administer(lambda operator: operator.reports(closed=CLOSED[state]))
    answer_list("reports", map(_flat, found), as_json, [_line(each) for each in found], "there are no reports")


@admin.command()
@click.argument("report")
@json_option
def report(report: str, as_json: bool) -> None:
    """Show a report with what is needed to judge it: the game, who was reported by whom, and what was said."""
    found = administer(lambda operator: operator.report(report))
    answer(_flat(found), as_json, "\n".join([_line(found), *_details(found)]))


@admin.command("close-report")
@click.argument("report")
@click.argument("verdict")
@json_option
def close_report(report: str, verdict: str, as_json: bool) -> None:
    """Close a report, with what was decided."""
    if not verdict.strip():
        raise click.BadParameter("say what was decided", param_hint="VERDICT")
    administer(lambda operator: operator.close_report(report, verdict))
    answer({"id": report, "state": "closed"}, as_json, f"the report {report} is closed")


@admin.command("reopen-report")
@click.argument("report")
@why_option
@json_option
def reopen_report(report: str, why: str, as_json: bool) -> None:
    """Open a closed report again."""
    administer(lambda operator: operator.reopen_report(report, why))
    answer({"id": report, "state": "open"}, as_json, f"the report {report} is open again")


def _line(listed: ListedReport) -> str:
    report = listed.report
    by = "by somebody who has gone"
    if report.by:
        by = f"by {listed.by_name} ({report.by})"
    about = f"{listed.about_name} ({report.about})"
    facts = f"{report.id}  {_state(report):6}  {moment(report.created)}  {report.reason}"
    decided = f"  ({report.verdict})" if report.verdict else ""
    return f"{facts}  {about} {by}{because(report.text)}{decided}"


def _state(report: PlayerReport) -> str:
    if report.closed is None:
        return "open"
    return "closed"


def _details(listed: ListedReport) -> list[str]:
    report = listed.report
    lines = [_reported(report)]
    if report.words:
        lines.append(f"words: {' '.join(report.words.split())}")
    if report.game:
        lines += [f"seat: {report.color}", f"log version: {report.version}", f"said before: {report.phrases}"]
    if report.closed is not None:
        lines.append(f"closed {moment(report.closed)}{because(report.verdict)}")
    return lines


def _reported(report: PlayerReport) -> str:
    """What the report is about, besides a player."""
    if report.study:
        return f"study: {report.study}"
    if report.broadcast:
        return f"broadcast: {report.broadcast}"
    if report.tournament:
        return f"tournament: {report.tournament}"
    return f"game: {report.game or 'none (a name in the lobby)'}"


def _flat(listed: ListedReport) -> dict[str, object]:
    """The report as one JSON object, in which the phrases are JSON too, not a text that contains JSON."""
    shown: dict[str, object] = msgspec.structs.asdict(listed.report)
    shown |= {
        "about_name": listed.about_name,
        "by_name": listed.by_name,
        "phrases": msgspec.Raw(listed.report.phrases.encode()),
    }
    return shown | {"state": _state(listed.report)}

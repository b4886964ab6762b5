"""Studies: positions and games with variations, comments and drawn marks, in chapters.

Takes commands and gives changes or refusals. No I/O, no wall clock, no randomness."""

from damaci.studies.decide import StudyChange, decide
from damaci.studies.pdn import Written, read_study, write_study
from damaci.studies.refusal import Refusal, StudyCode
from damaci.studies.study import Chapter, Study

__all__ = ["Chapter", "Refusal", "Study", "StudyChange", "StudyCode", "Written", "decide", "read_study", "write_study"]

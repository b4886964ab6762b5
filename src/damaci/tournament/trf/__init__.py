"""FIDE's tournament report file (TRF): the versions of 2016 and, as far as single players need it, of 2026."""

from damaci.tournament.crosstable import Person
from damaci.tournament.trf.reader import TrfError, read_trf
from damaci.tournament.trf.report import Report
from damaci.tournament.trf.writer import write_trf

__all__ = ["Person", "Report", "TrfError", "read_trf", "write_trf"]

"""Endgame tables: which side wins each position with few pieces, and in how many plies.

>>> from damaci.tablebase import Material
>>> str(Material.parse("kkvm"))
'KKvM'
"""

from damaci.tablebase.build import Plan, build
from damaci.tablebase.material import Material
from damaci.tablebase.remote_tablebase import RemoteTablebase
from damaci.tablebase.survey import Kind, Survey, survey
from damaci.tablebase.tablebase import Tablebase
from damaci.tablebase.tables import Probe, Tables
from damaci.tablebase.terms import Terms

__all__ = [
    "Kind",
    "Material",
    "Plan",
    "Probe",
    "RemoteTablebase",
    "Survey",
    "Tablebase",
    "Tables",
    "Terms",
    "build",
    "survey",
]

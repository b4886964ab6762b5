"""What every page needs of the app that serves it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Self

from litestar.connection import ASGIConnection

from damaci.services.lessons import Lessons
from damaci.services.pictures import Pictures
from damaci.services.preferences import Preferences
from damaci.site.rendering import Renderer

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class PageServices(ABC):
    """What every page needs, whoever serves it."""

    renderer: Renderer

    @classmethod
    def of(cls, connection: Connection) -> Self:
        """Those of the app that a request or a socket has come to."""
        services = connection.app.state.services
        assert isinstance(services, cls)
        return services

    @abstractmethod
    def preferences(self, connection: Connection) -> Preferences:
        """What the visitor likes."""


@dataclass(frozen=True)
class LessonServices(PageServices):
    """What an app with lessons needs."""

    lessons: Lessons


@dataclass(frozen=True)
class PictureServices(PageServices):
    """What an app with lists of games needs."""

    pictures: Pictures

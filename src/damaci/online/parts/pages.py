"""What pages are made of."""

from dataclasses import dataclass

from damaci.online.addresses import ADDRESSES, WITH_STUDY
from damaci.online.installs import INSTALL, STUDIED, WITH_SITE
from damaci.site.assets import Assets
from damaci.site.fragments import Fragments
from damaci.site.installing import INSTALLABLE, Installer
from damaci.site.rendering import Renderer


@dataclass(frozen=True)
class PageParts:
    """The rendering of pages, and of parts of them."""

    study: bool
    """Whether visitors can analyse games in their browsers."""
    renderer: Renderer
    installer: Installer
    fragments: Fragments


def page_parts(assets: Assets, *, study: bool) -> PageParts:
    """The parts of a server with or without the site."""
    if study:
        renderer = Renderer(assets, WITH_STUDY, WITH_SITE)
        return PageParts(study, renderer, Installer(renderer, STUDIED), Fragments(WITH_STUDY))
    renderer = Renderer(assets, ADDRESSES, INSTALLABLE)
    return PageParts(study, renderer, Installer(renderer, INSTALL), Fragments(ADDRESSES))

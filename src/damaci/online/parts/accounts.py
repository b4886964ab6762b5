"""Players, how they sign in, and the mail that they get."""

from dataclasses import dataclass

from damaci.host.lifetime import Lifetime
from damaci.online.address_hashes import AddressHashes
from damaci.online.looking_on import LookingOn
from damaci.online.mail.links import MailLinks
from damaci.online.mail.post_office import post_office_of
from damaci.online.parts.games import GameServices
from damaci.online.passphrases import Passphrases
from damaci.online.people import People
from damaci.online.reminder_driver import ReminderDriver
from damaci.online.repeats import RepeatableIds
from damaci.online.settings import OnlineSettings
from damaci.online.standing import CredentialChecks
from damaci.store import Store


@dataclass(frozen=True)
class AccountServices:
    """The people, their passphrases, and their mail."""

    people: People
    passphrases: Passphrases
    standing: CredentialChecks
    address_hashes: AddressHashes
    repeatable_ids: RepeatableIds
    mail_links: MailLinks


async def open_accounts(
    settings: OnlineSettings, store: Store, people: People, games: GameServices, life: Lifetime
) -> AccountServices:
    """Opens them. Raises StoreError."""
    mail_links = await MailLinks.open(store.settings, settings.public_url.rstrip("/"))
    looking_on = LookingOn(games.presence, games.elsewhere)
    post_office = post_office_of(store, settings, mail_links, looking_on)
    life.start(ReminderDriver(store, looking_on, games.notifier.send).background)
    if post_office:
        life.start(post_office.background)
    return AccountServices(
        people=people,
        passphrases=Passphrases(),
        standing=CredentialChecks(store.players),
        address_hashes=await AddressHashes.open(store.settings),
        repeatable_ids=await RepeatableIds.open(store.settings),
        mail_links=mail_links,
    )

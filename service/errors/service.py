"""The root of all failures, and those of the service itself."""


class ServiceError(Exception):
    """Base of everything that the service raises on purpose."""


class SettingsError(ServiceError):
    """A setting has an unknown name or a value that does not fit."""


class RecordNotFoundError(ServiceError):
    """No decision was recorded under this identity, or its record has been removed since."""


class ConversationNotFoundError(ServiceError):
    """There is no such conversation, or it has expired or was ended."""


class ConversationFullError(ServiceError):
    """The conversation has had as many turns as one may have."""


class TooManyConversationsError(ServiceError):
    """Somebody has as many conversations open as one may have; `seconds` is when the first of them expires."""

    def __init__(self, most: int, seconds: int) -> None:
        """Say how many, and what to do."""
        self.seconds = seconds
        super().__init__(f"{most} conversations are open, the most that one person may have: end one, or go on with it")


class SandboxError(ServiceError):
    """The process that examines documents failed by itself: a bug, or a machine without room for it."""


class BusyError(ServiceError):
    """As much of this kind of work is being done as may be at once; try again in a moment."""


class StoreUnavailableError(ServiceError):
    """The database does not answer; what is being served is not touched by that."""


class DataDamagedError(ServiceError):
    """A file in the data directory is not as the service wrote it; what is being served is not touched by that."""


class EngineError(ServiceError):
    """The inference engine did something outside its envelope."""


class NotReadyError(ServiceError):
    """No revision of the rules has been loaded yet."""

"""Errors that carry a stable code; the code is the key of the sentence the user reads.

Tree::

    CompanionError
    +- ProtocolError      the peer sent something the protocol does not allow
    +- LinkError          a game, its folder or its quest files could not be read
    +- RecognitionError   no transcript came of an utterance
    +- SynthesisError     no sound came of a sentence
    +- AudioError         a microphone, speaker or the sound library is missing
    +- SecretError        the keyring refused
    +- CardError          a template cannot be used
    +- ModelError         a language model gave no answer (`engine/models/failure.py`)
    +- StorageError       the world's store is full, damaged, foreign or taken

To add a reason: one member of `Failure` and one line `failure.<code>` in each language's
`resources/translations/<locale>/failures.json`, which names the cause and the next step.
"""

from __future__ import annotations

import enum


class Failure(enum.StrEnum):
    """Reasons an operation can fail; each value is a key of the message catalogue."""

    # Requests and the connection.
    BUSY = "busy"
    CANCELLED = "cancelled"
    ENDED_BY_ENGINE = "ended_by_engine"
    BEGAN_ANEW = "began_anew"
    CONNECTION_LOST = "connection_lost"
    DEADLINE_EXCEEDED = "deadline_exceeded"
    INVALID_MESSAGE = "invalid_message"
    VERSION_MISMATCH = "version_mismatch"
    UNAUTHORIZED = "unauthorized"
    TOO_MANY_REQUESTS = "too_many_requests"
    INVALID_INPUT = "invalid_input"
    NOT_FOUND = "not_found"
    NOT_UNDERSTOOD = "not_understood"
    OUTDATED_CARD = "outdated_card"
    ACTION_UNAVAILABLE = "action_unavailable"
    EXTENSION_FAILED = "extension_failed"
    INTERNAL = "internal"
    ENGINE_NOT_STARTED = "engine_not_started"
    ENGINE_STOPPED = "engine_stopped"
    SERVER_NAME_UNKNOWN = "server_name_unknown"
    SERVER_REFUSED = "server_refused"
    SERVER_SILENT = "server_silent"
    NOT_A_COMPANION = "not_a_companion"
    CAPTIVE_PORTAL = "captive_portal"
    PROXY_FAILED = "proxy_failed"
    CLOCK_WRONG = "clock_wrong"
    CERTIFICATE_UNTRUSTED = "certificate_untrusted"
    CERTIFICATE_CHANGED = "certificate_changed"
    # Tasks of the engine.
    MODULE_FAILED = "module_failed"
    EFFECT_UNKNOWN = "effect_unknown"
    PAYMENT_UNKNOWN = "payment_unknown"
    INPUT_CHANGED = "input_changed"
    NOT_BOUND = "not_bound"
    NOT_PERMITTED = "not_permitted"
    TOOL_UNAVAILABLE = "tool_unavailable"
    BUDGET_EXHAUSTED = "budget_exhausted"
    INPUT_TOO_LARGE = "input_too_large"
    REASONING_OFF = "reasoning_off"
    # Sign-in and rights.
    PAIRING_CODE_WRONG = "pairing_code_wrong"
    PAIRING_EXPIRED = "pairing_expired"
    PAIRING_LIMITED = "pairing_limited"
    PLAYER_NOT_ONLINE = "player_not_online"
    NOT_SHOWN_IN_GAME = "not_shown_in_game"
    NOT_PAIRED = "not_paired"
    OPERATOR_ONLY = "operator_only"
    ONLY_IN_GAME = "only_in_game"
    ONE_PLAYER_NEEDED = "one_player_needed"
    ORDER_INCOMPLETE = "order_incomplete"
    PLAYERS_ONLY = "players_only"
    SYSTEM_UNKNOWN = "system_unknown"
    SYSTEM_GONE = "system_gone"
    WORLD_DATA_BROKEN = "world_data_broken"
    OTHER_SYSTEM_BOUND = "other_system_bound"
    AI_OFF = "ai_off"
    AI_DECLINED = "ai_declined"
    AI_NO_SERVICE = "ai_no_service"
    AI_MODE_NOT_ALLOWED = "ai_mode_not_allowed"
    AI_LEVEL_UNKNOWN = "ai_level_unknown"
    DEVICE_UNKNOWN = "device_unknown"
    DEVICE_REVOKED = "device_revoked"
    LISTEN_ADDRESS_WRONG = "listen_address_wrong"
    TLS_REQUIRED = "tls_required"
    ADDRESS_UNENCRYPTED = "address_unencrypted"
    CERTIFICATE_UNREADABLE = "certificate_unreadable"
    CERTIFICATE_EXPIRED = "certificate_expired"
    # Games and quests.
    FOLDER_MISSING = "folder_missing"
    QUESTS_MISSING = "quests_missing"
    QUESTS_EMPTY = "quests_empty"
    QUESTS_BROKEN = "quests_broken"
    QUESTS_TOO_LARGE = "quests_too_large"
    # The web.
    SEARCH_KEY_MISSING = "search_key_missing"
    SEARCH_KEY_WRONG = "search_key_wrong"
    SEARCH_QUOTA = "search_quota"
    SEARCH_UNREACHABLE = "search_unreachable"
    SEARCH_GARBLED = "search_garbled"
    PAGE_REFUSED = "page_refused"
    PAGE_UNREADABLE = "page_unreadable"
    # The desktop.
    NO_SCREEN = "no_screen"
    LIBRARY_MISSING = "library_missing"
    KEY_UNAVAILABLE = "key_unavailable"
    NOT_RUNNING = "not_running"
    NO_AUDIO_LIBRARY = "no_audio_library"
    NO_MICROPHONE = "no_microphone"
    MICROPHONE_LOST = "microphone_lost"
    MICROPHONE_NOT_OPEN = "microphone_not_open"
    MICROPHONE_MUTED = "microphone_muted"
    NO_SPEAKER = "no_speaker"
    SPEAKER_LOST = "speaker_lost"
    # Speech.
    NOTHING_HEARD = "nothing_heard"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    NO_SPEECH_MODEL = "no_speech_model"
    SPEECH_MODEL_DAMAGED = "speech_model_damaged"
    SPEECH_MODEL_NOT_STORED = "speech_model_not_stored"
    SPEECH_MODEL_NOT_FETCHED = "speech_model_not_fetched"
    RECORDING_UNREADABLE = "recording_unreadable"
    SPEECH_KEYS_MISSING = "speech_keys_missing"
    SPEECH_KEY_WRONG = "speech_key_wrong"
    SPEECH_REGION_WRONG = "speech_region_wrong"
    SPEECH_NO_PERMISSION = "speech_no_permission"
    SPEECH_SETTING_WRONG = "speech_setting_wrong"
    SPEECH_CLOCK_WRONG = "speech_clock_wrong"
    SPEECH_QUOTA = "speech_quota"
    SPEECH_BUSY = "speech_busy"
    SPEECH_TEXT_REFUSED = "speech_text_refused"
    SPEECH_UNREACHABLE = "speech_unreachable"
    SPEECH_SILENT = "speech_silent"
    SPEECH_TRUNCATED = "speech_truncated"
    SPEECH_SERVICE_ERROR = "speech_service_error"
    VENDOR_PACKAGE_MISSING = "vendor_package_missing"
    SYSTEM_VOICE_MISSING = "system_voice_missing"
    SPEECH_CAP_REACHED = "speech_cap_reached"
    SPEECH_LEDGER_BROKEN = "speech_ledger_broken"
    SPEECH_VOICE_UNKNOWN = "speech_voice_unknown"
    SPEECH_VOICES_FULL = "speech_voices_full"
    SPEECH_VOICE_UNCERTAIN = "speech_voice_uncertain"
    SPEECH_VOICE_NAME = "speech_voice_name"
    SPEECH_VOICE_NOT_KEPT = "speech_voice_not_kept"
    SPEECH_OFFER_CHANGED = "speech_offer_changed"
    SPEECH_VOICE_STOPPED = "speech_voice_stopped"
    SPEECH_VOICES_SILENT = "speech_voices_silent"
    SPEECH_DELETION_UNCERTAIN = "speech_deletion_uncertain"
    SPEECH_HOT_WORDS_UNCERTAIN = "speech_hot_words_uncertain"
    # The model service.
    MODEL_KEY_MISSING = "model_key_missing"
    MODEL_KEY_WRONG = "model_key_wrong"
    MODEL_NO_PERMISSION = "model_no_permission"
    MODEL_UNPAID = "model_unpaid"
    MODEL_SETTING_WRONG = "model_setting_wrong"
    MODEL_REQUEST_REFUSED = "model_request_refused"
    MODEL_TEXT_REFUSED = "model_text_refused"
    MODEL_BUSY = "model_busy"
    MODEL_QUOTA = "model_quota"
    MODEL_UNREACHABLE = "model_unreachable"
    MODEL_SILENT = "model_silent"
    MODEL_TRUNCATED = "model_truncated"
    MODEL_GARBLED = "model_garbled"
    MODEL_SERVICE_ERROR = "model_service_error"
    # Files of ours.
    STORAGE_FULL = "storage_full"
    STORAGE_UNAVAILABLE = "storage_unavailable"
    NO_KEYRING = "no_keyring"
    KEYRING_LOCKED = "keyring_locked"
    SETTINGS_BROKEN = "settings_broken"
    SETTING_INVALID = "setting_invalid"
    SETTINGS_NOT_SAVED = "settings_not_saved"
    FILE_NOT_SAVED = "file_not_saved"
    TEMPLATE_BROKEN = "template_broken"


class CompanionError(Exception):
    """An operation failed for a reason the user may be told.

    Attributes:
        failure: Stable code. Codes travel on the wire; the detail does not.
        detail: Words for the log, and for `{detail}` in the user's sentence where it has one;
            never a key, a token or words somebody spoke.
    """

    def __init__(self, failure: Failure, detail: str = "") -> None:
        super().__init__(failure, detail)
        self.failure = failure
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.failure}: {self.detail}" if self.detail else str(self.failure)


class ProtocolError(CompanionError):
    """The peer sent something the protocol does not allow."""

    def __init__(self, detail: str, failure: Failure = Failure.INVALID_MESSAGE) -> None:
        super().__init__(failure, detail)


class LinkError(CompanionError):
    """A game, its folder or its quest files could not be read."""


class RecognitionError(CompanionError):
    """No transcript came of an utterance."""


class SynthesisError(CompanionError):
    """No sound, or not all of it, came of a sentence."""


class AudioError(CompanionError):
    """A microphone, a speaker or the sound library is missing or went away."""


class SecretError(CompanionError):
    """The keyring is missing, locked or refused."""


class CardError(CompanionError):
    """A card template cannot be used; the detail names file and line."""


class StorageError(CompanionError):
    """The world's store is full or cannot be used; what lies on the disk is left as it is."""

    def __init__(self, detail: str, failure: Failure = Failure.STORAGE_UNAVAILABLE) -> None:
        super().__init__(failure, detail)

"""How each operating system is asked to speak into a WAV stream, as values. Pure.

A new system: a function and a line in `COMMANDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

WORDS_A_MINUTE = 175
"""What the programs speak at when nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class SystemVoice:
    """What is asked of the system.

    Attributes:
        name: Of one of its voices; empty lets the language decide.
        speed: 1 is as it is.
    """

    name: str = ""
    speed: float = 1.0


Command = Callable[[str, SystemVoice], list[str]]
"""Language and voice to a program that reads text on its input and writes a WAV to its output."""

_ESPEAK_LANGUAGES = {"en": "en", "zh": "cmn"}
_CULTURES = {"en": "en", "zh": "zh"}
_SAPI = """
Add-Type -AssemblyName System.Speech
$out = [Console]::OpenStandardOutput()
$text = [IO.StreamReader]::new([Console]::OpenStandardInput(), [Text.Encoding]::UTF8).ReadToEnd()
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
$name = $args[0]; $culture = $args[1]
if ($name) { $voice.SelectVoice($name) } else {
  $fit = $voice.GetInstalledVoices() |
    Where-Object { $_.Enabled -and $_.VoiceInfo.Culture.TwoLetterISOLanguageName -eq $culture }
  if ($fit) { $voice.SelectVoice(@($fit)[0].VoiceInfo.Name) }
}
$voice.Rate = [int]$args[2]
$memory = New-Object IO.MemoryStream
$voice.SetOutputToWaveStream($memory)
$voice.Speak($text)
$memory.WriteTo($out); $out.Flush()
"""


def espeak(language: str, voice: SystemVoice) -> list[str]:
    """Linux: eSpeak NG, or its ancestor with the same arguments."""
    name = voice.name or _ESPEAK_LANGUAGES.get(language, "en")
    return ["espeak-ng", "--stdout", "-b", "1", "-v", name, "-s", _words_a_minute(voice), "--stdin"]


def say(language: str, voice: SystemVoice) -> list[str]:
    """macOS; the system's own choice of a voice speaks the language of its settings."""
    named = ["-v", voice.name or {"zh": "Tingting"}.get(language, "Samantha")]
    sound = ["--file-format=WAVE", "--data-format=LEI16@22050", "-o", "/dev/stdout"]
    return ["say", *named, "-r", _words_a_minute(voice), *sound, "-f", "-"]


def sapi(language: str, voice: SystemVoice) -> list[str]:
    """Windows' speech interface, through its own shell."""
    rate = max(-10, min(10, round((voice.speed - 1) * 10)))
    script = f"& {{{_SAPI}}} '{_quoted(voice.name)}' '{_CULTURES.get(language, 'en')}' {rate}"
    return ["powershell", "-NoProfile", "-NonInteractive", "-Command", script]


def _words_a_minute(voice: SystemVoice) -> str:
    return str(round(WORDS_A_MINUTE * voice.speed))


def _quoted(text: str) -> str:
    return text.replace("'", "''")


COMMANDS: Mapping[str, Command] = {"linux": espeak, "darwin": say, "win32": sapi}
"""`sys.platform` to how it is asked."""

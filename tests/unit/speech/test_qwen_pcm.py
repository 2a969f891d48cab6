from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.speech.tts.qwen_pcm import PcmStream

PCM = bytes(range(200))


def wav(*chunks: tuple[bytes, bytes], rate: int = 24_000, channels: int = 1) -> bytes:
    fmt = struct.pack("<HHIIHH", 1, channels, rate, rate * 2, 2, 16)
    body = b"WAVE"
    for name, content in ((b"fmt ", fmt), *chunks):
        body += struct.pack("<4sI", name, len(content)) + content + b"\0" * (len(content) % 2)
    return struct.pack("<4sI", b"RIFF", len(body)) + body


def streamed(data: bytes, size: int) -> list[bytes]:
    stream = PcmStream()
    return [stream.feed(data[at : at + size]) for at in range(0, len(data), size)]


@pytest.mark.parametrize(
    "data",
    [
        PCM,
        wav((b"data", PCM)),
        wav((b"LIST", b"odd"), (b"data", PCM)),
        wav((b"data", PCM), (b"LIST", b"clicks")),
        wav((b"data", PCM))[:-200].replace(struct.pack("<I", 200), b"\xff\xff\xff\xff") + PCM,
        wav((b"data", b"")) + PCM,
    ],
    ids=["raw", "wav", "list before", "list after", "endless length", "length of zero"],
)
@pytest.mark.parametrize("size", [1, 3, 50, 10_000])
def test_only_sound_comes_out_however_it_is_cut(data: bytes, size: int) -> None:
    assert b"".join(streamed(data, size)) == PCM


@given(st.binary(max_size=60), st.integers(1, 7))
def test_samples_are_never_halved(data: bytes, size: int) -> None:
    raw = b"\1" + data
    out = streamed(raw, size)
    assert [piece for piece in out if len(piece) % 2] == []
    assert b"".join(out) == raw[: len(raw) & ~1]


def test_sound_that_only_begins_like_a_header_is_kept() -> None:
    assert b"".join(streamed(b"RIFT" + PCM, 1)) == b"RIFT" + PCM


@pytest.mark.parametrize(
    "data",
    [wav(rate=22_050), wav(channels=2), b"RIFF\0\0\0\0WAVEfmt \2\0\0\0\1\0"],
    ids=["22 050 Hz", "stereo", "short format"],
)
def test_sound_of_another_kind_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"Hz|too short"):
        PcmStream().feed(data)

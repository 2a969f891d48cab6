"""`companion cards render` and `gallery`, as an author calls them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.support.paths import shipped

TEMPLATE = shipped("cards") / "system" / "help.json"


def test_a_template_is_drawn_with_its_sample(tmp_path: Path) -> None:
    out = tmp_path / "help.png"
    words = ["--variant", "compact", "--locale", "zh_cn", "--size", "1.5", "--theme", "light"]

    assert main(["cards", "render", str(TEMPLATE), *words, "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_a_card_as_it_travels_is_drawn(tmp_path: Path) -> None:
    card = shipped("resources") / "samples" / "en_us" / "help.json"

    assert main(["cards", "render", str(card), "--out", str(tmp_path / "a.png")]) == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param("{", "card.json", id="no JSON"),
        pytest.param('{"nodes": [{"type": "txt"}]}', "did you mean 'text'", id="unknown node"),
        pytest.param('{"nodes": []}', "no card uses the template", id="unknown template"),
        pytest.param('{"type": "nothing"}', "card.json", id="unknown card"),
    ],
)
def test_what_cannot_be_drawn_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    card = tmp_path / "card.json"
    card.write_text(content)

    assert main(["cards", "render", str(card), "--out", str(tmp_path / "a.png")]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("size", ["0.5", "3", "big"])
def test_a_text_size_that_is_not_offered_is_refused(tmp_path: Path, size: str) -> None:
    with pytest.raises(SystemExit):
        main(["cards", "render", str(TEMPLATE), "--size", size, "--out", str(tmp_path / "a.png")])


def test_the_gallery_shows_a_card_in_every_variant_locale_and_theme(tmp_path: Path) -> None:
    assert main(["cards", "gallery", "--out", str(tmp_path), "--only", "help"]) == 0

    pictures = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.png"))
    page = (tmp_path / "index.html").read_text("utf-8")
    assert len(pictures) == 3 * 2 * 4
    assert all(f'src="{picture}"' in page for picture in pictures)


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en_us", "there is no such file or folder"), ("zh_cn", "没有这个文件或文件夹")],
)
def test_what_is_not_there_is_said_without_a_line_in_the_authors_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], locale: str, said: str
) -> None:
    gone = tmp_path / "nothere"

    assert main(["cards", "check", str(gone), "--locale", locale]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith(str(gone))
    assert first.removeprefix(str(gone)).lstrip(":： ") == said


@pytest.mark.parametrize("width", ["5", "199", "-3", "100000", "wide"])
def test_a_width_in_which_no_card_can_be_read_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], width: str
) -> None:
    with pytest.raises(SystemExit):
        main(["cards", "render", str(TEMPLATE), f"--width={width}", "--out", str(tmp_path / "a")])
    assert "is no width from 200 to 4000 pixels" in capsys.readouterr().err

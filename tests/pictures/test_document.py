"""Pictures as documents: the same each time, of bounded size, self-contained; and what it takes to make them."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import run

import matplotlib as mpl

from service.pictures import CONTENT_POLICY, SVG_TYPE, draw
from tests.pictures.ledgers import DAY, afternoon, interruption, ledger_of, quarter
from tests.pictures.reading import parsed, shapes

MOST_BYTES = 160_000
SVG_NAMES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")


def test_the_same_ledger_makes_the_same_picture() -> None:
    assert draw(afternoon()) == draw(afternoon())


def test_the_same_picture_comes_from_another_process_with_other_settings(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text("svg.fonttype: path\naxes.facecolor: red\nfont.size: 30\n", encoding="utf-8")
    script = (
        "import sys; from service.pictures import draw; from tests.pictures.ledgers import afternoon\n"
        "assert 'matplotlib' not in sys.modules, 'loaded before the first picture'\n"
        "sys.stdout.buffer.write(draw(afternoon()))\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    environment = {"PYTHONPATH": str(Path.cwd()), "MPLCONFIGDIR": mpl.get_cachedir(), "PYTHONHASHSEED": "1"}
    made = run([sys.executable, "-c", script], cwd=tmp_path, env=environment, check=True, capture_output=True)  # noqa: S603
    assert made.stdout == draw(afternoon())


def test_threads_do_not_disturb_each_other() -> None:
    ledgers = [afternoon(), ledger_of([("productive", 60.0)])]
    alone = [draw(ledger) for ledger in ledgers]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(draw, ledgers * 3)) == alone * 3


def test_no_timeline_makes_a_large_picture() -> None:
    stretches = ledger_of([("productive", 7.1), ("saving", 0.31)] * 1_000, [interruption(3.3, "c" * 100)] * 10_000)
    for ledger in (quarter(), stretches):
        picture = draw(ledger)
        assert len(picture) <= MOST_BYTES
        assert len(shapes(picture)) <= 8 + 90 + 2


def test_a_picture_asks_nothing_of_anyone() -> None:
    picture = draw(quarter()).decode()
    assert not re.search(r"<(script|style|image|a|foreignObject|!DOCTYPE)\b|\bon[a-z]+=|@import|url\((?!#)", picture)
    assert set(re.findall(r'[a-z]+://[^"]*', picture)) == set(SVG_NAMES)
    assert all(link.startswith("#") for link in re.findall(r'href="([^"]*)"', picture))
    assert (SVG_TYPE, CONTENT_POLICY) == ("image/svg+xml", "default-src 'none'; style-src 'unsafe-inline'")


def test_a_picture_scales_to_the_page_that_it_is_put_on() -> None:
    root = parsed(draw(afternoon()))
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"


def test_nothing_of_a_picture_is_kept() -> None:
    before = dict(mpl.rcParams)
    draw(ledger_of([("productive", 90 * DAY)]))
    assert dict(mpl.rcParams) == before

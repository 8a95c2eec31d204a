"""A game the pages have never heard of: stacks, a hole, a box, keys of its own, and a lens."""

from __future__ import annotations

import pytest

from tests.web.harbour import CRATES, GAME, panel
from tests.web.person import Person

pytestmark = pytest.mark.browser


# What is held and cannot be clicked in its middle, or juts out of the hand, by its label.
HIDDEN = """() => [...document.querySelectorAll("#held .pile")].filter((pile) => {
    const [own, hand] = [pile, pile.parentElement].map((one) => one.getBoundingClientRect());
    const found = document.elementFromPoint(own.x + own.width / 2, own.y + own.height / 2);
    const inside = own.left >= hand.left && own.right <= hand.right && own.bottom <= hand.bottom;
    return !inside || !pile.contains(found);
}).map((pile) => pile.getAttribute("aria-label"))"""


@pytest.fixture
def harbour(house):
    """Ada and Bob at a simulated harbour."""
    return house(game=GAME, panel=panel, players=("Ada", "Bob")).web_table


@pytest.fixture
def ada(harbour, window):
    return Person(window(harbour.table))


def stack(person: Person, site: str) -> list[str]:
    """What stands there, from the bottom up."""
    return person.page.eval_on_selector_all(
        f'.pieces .piece[data-site="{site}"]', "all => all.map(one => one.dataset.piece)"
    )


def until_standing(person: Person, site: str, *names: str) -> None:
    person.until(
        """([site, ...names]) => [...document.querySelectorAll(`.pieces [data-site="${site}"]`)]
            .map((one) => one.dataset.piece).join() === names.join()""",
        site,
        *names,
    )


def held(person: Person) -> list[str]:
    return person.page.eval_on_selector_all(
        "#held .piece", "all => all.map(one => one.dataset.piece)"
    )


def until_held(person: Person, *names: str) -> None:
    person.until(
        """([...names]) => [...document.querySelectorAll("#held .piece")]
            .map((one) => one.dataset.piece).join() === names.join()""",
        *names,
    )


def in_box(person: Person, pile: str) -> str:
    """How the box tells of this pile."""
    return person.page.get_attribute(f'#box [data-pile="{pile}"]', "aria-label")


def carry(person: Person, selector: str, site: str) -> None:
    """Drag what lies beside the board on to it."""
    box = person.page.locator(selector).bounding_box()
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.page.mouse.down()
    person.page.mouse.move(*person.middle(site), steps=6)
    person.page.mouse.up()


def open_fan(person: Person, site: str) -> None:
    person.page.mouse.click(*person.middle(site))
    person.page.wait_for_selector("#fan:not([hidden])")


# ------------------------------------------------------------------------------------------ stacks


def test_every_piece_of_a_stack_is_seen_and_told(ada):
    assert stack(ada, "q1") == ["liner1", "tug1", "barge1"]
    assert ada.page.text_content(".count text") == "3"
    told = ada.page.get_attribute('.cell[data-site="q1"]', "aria-label")
    assert told.startswith("q1, Barge1, Tug1, Liner1, the pier Pier")


def test_the_top_piece_is_dragged_off_a_stack(ada):
    ada.drag("q1", "q3")
    until_standing(ada, "q3", "barge1")
    assert stack(ada, "q1") == ["liner1", "tug1"]


def test_a_click_opens_a_stack_and_any_piece_is_chosen(ada):
    open_fan(ada, "q1")
    titles = ada.page.locator("#fan button").all_text_contents()
    assert titles[:3] == ["1Barge1", "1Tug1", "1Liner1"], "the top piece first"
    carry(ada, '#fan [data-which="liner1"]', "q4")
    until_standing(ada, "q4", "liner1")
    assert stack(ada, "q1") == ["tug1", "barge1"]


def test_a_long_rest_opens_a_stack_too(ada):
    ada.page.mouse.move(*ada.middle("q1"))
    ada.page.mouse.down()
    ada.page.wait_for_selector("#fan:not([hidden])")
    ada.page.mouse.up()
    ada.page.keyboard.press("Escape")
    ada.page.wait_for_selector("#fan", state="hidden")
    assert len(stack(ada, "q1")) == 3


def test_a_whole_stack_is_carried_in_its_order(ada):
    ada.page.keyboard.down("Shift")
    ada.drag("q1", "q3")
    ada.page.keyboard.up("Shift")
    until_standing(ada, "q3", "liner1", "tug1", "barge1")
    assert not stack(ada, "q1")


def test_a_whole_stack_is_taken_into_the_hand_and_put_down_piece_by_piece(ada):
    open_fan(ada, "q1")
    carry(ada, '#fan [data-which="all"]', "q1")
    until_standing(ada, "q1", "liner1", "tug1", "barge1")
    open_fan(ada, "q1")
    for _ in range(3):
        ada.page.keyboard.press("ArrowDown")
    ada.page.keyboard.press("Enter")
    until_held(ada, "barge1", "tug1", "liner1")
    ada.page.click('#held [aria-label="Tug1"]')
    ada.page.mouse.click(*ada.middle("q3"))
    until_standing(ada, "q3", "tug1")
    ada.page.click('#held [aria-label="Liner1"]')
    ada.page.mouse.click(*ada.middle("q2"))
    until_standing(ada, "q2", "tug2", "liner1")


@pytest.mark.parametrize("size", [(390, 844), (1280, 800), (1920, 1080)])
def test_all_that_is_in_the_hand_can_be_seen(harbour, window, size):
    ada = Person(window(harbour.table, *size))
    open_fan(ada, "q1")
    ada.page.click('#fan [data-which="all"]')
    until_held(ada, "barge1", "tug1", "liner1")
    hidden = ada.page.evaluate(HIDDEN)
    assert hidden == []


def test_a_click_in_the_fan_takes_into_the_hand_whatever_lies_beneath(ada):
    open_fan(ada, "q1")
    ada.page.click('#fan [data-which="tug1"]')
    until_held(ada, "tug1")
    ada.page.wait_for_timeout(300)
    assert held(ada) == ["tug1"]
    ada.page.mouse.click(*ada.middle("q1"), button="right")
    ada.page.click('#fan [data-which="all"]')
    until_held(ada, "tug1", "barge1", "liner1")


def test_who_wants_the_whole_board_keeps_it_when_the_page_is_loaded_again(ada):
    follows = ada.page.locator("[data-lens='follow']")
    assert follows.get_attribute("aria-pressed") == "true"
    ada.page.eval_on_selector("[data-lens='all']", "button => button.click()")
    assert follows.get_attribute("aria-pressed") == "false"
    ada.page.reload()
    ada.page.wait_for_selector(".pieces .piece")
    assert follows.get_attribute("aria-pressed") == "false"


def test_pointing_at_a_stack_leaves_it_as_it_was(ada):
    open_fan(ada, "q1")
    ada.page.click("#fan [data-point]")
    ada.page.wait_for_selector("#fan", state="hidden")
    until_standing(ada, "q1", "liner1", "tug1", "barge1")


# --------------------------------------------------------------------------------- hole, box, keys


def test_what_is_dropped_into_a_hole_falls_into_the_box(ada):
    ada.drag("q2", "deep")
    ada.until_recorded(1)
    ada.page.wait_for_selector('#box [data-pile="tug2"]')
    assert "tug2" in ada.page.inner_text("#record").lower()
    assert not stack(ada, "deep")


def test_the_box_gives_from_a_pile_and_takes_back(ada):
    assert in_box(ada, "crate") == f"Crate: {CRATES} in the box"
    carry(ada, '#box [data-pile="crate"]', "q3")
    until_standing(ada, "q3", "crate")
    assert in_box(ada, "crate") == f"Crate: {CRATES - 1} in the box"
    x, y = ada.middle("q3")
    box = ada.page.locator("#box").bounding_box()
    ada.page.mouse.move(x, y)
    ada.page.mouse.down()
    ada.page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 20, steps=6)
    ada.page.mouse.up()
    ada.page.wait_for_selector(f'#box [aria-label="Crate: {CRATES} in the box"]')
    assert not stack(ada, "q3")


def test_of_a_pile_comes_the_piece_that_fits_the_cell(ada):
    carry(ada, '#box [data-pile="slices"]', "w2")
    until_standing(ada, "w2", "slicew2")
    carry(ada, '#box [data-pile="slices"]', "w1")
    until_standing(ada, "w1", "slicew1")
    ada.page.wait_for_selector('#box [data-pile="slices"]:enabled', state="detached")


def test_a_games_own_keys_are_named_lit_and_pressed(ada):
    horn, end = ada.page.locator('[data-key="horn"]'), ada.page.locator('[data-key="end_of_turn"]')
    assert end.inner_text() == "end of turn"
    ada.until("() => document.querySelector('[data-key=horn]').dataset.glow === 'pulse'")
    assert horn.is_enabled()
    end.click()
    ada.page.wait_for_selector("#turn:has-text('Bob')")


def test_a_round_with_a_stack_and_the_box_by_keyboard_alone(ada):
    keyboard = ada.page.keyboard
    ada.page.focus('.cell[data-site="q1"]')
    keyboard.press("Enter")
    ada.page.wait_for_selector("#fan:not([hidden])")
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    until_held(ada, "tug1")
    assert ada.page.evaluate("document.activeElement.dataset.site") == "q1"
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    until_standing(ada, "q3", "tug1")
    keyboard.press("Delete")
    ada.page.wait_for_selector('#box [data-pile="tug1"]')
    ada.page.focus('#box [data-pile="crate"]')
    keyboard.press("Enter")
    until_held(ada, "crate")
    ada.page.focus('.cell[data-site="q4"]')
    keyboard.press("Enter")
    until_standing(ada, "q4", "crate")


# -------------------------------------------------------------------------------------------- lens


def shown_width(person: Person) -> float:
    """How many units of the board are in the picture."""
    return float(person.page.get_attribute("#board", "viewBox").split()[2])


def test_the_lens_comes_nearer_and_pieces_are_still_dragged(ada):
    whole = shown_width(ada)
    ada.page.click("[data-lens=in]")
    ada.page.mouse.move(*ada.middle("q2"))
    ada.page.mouse.wheel(0, -200)
    narrow = "([most]) => document.querySelector('#board').viewBox.baseVal.width < most"
    ada.until(narrow, whole / 1.6)
    ada.drag("q2", "q3")
    until_standing(ada, "q3", "tug2")
    ada.page.keyboard.press("0")
    assert shown_width(ada) == pytest.approx(whole)


def test_a_drag_beside_the_pieces_moves_the_lens_and_nothing_else(ada):
    ada.page.keyboard.press("z")
    ada.page.keyboard.press("z")
    before = ada.page.get_attribute("#board", "viewBox")
    box = ada.page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ada.page.mouse.move(x, y)
    ada.page.mouse.down()
    ada.page.mouse.move(x - 100, y - 40, steps=4)
    ada.page.mouse.up()
    assert ada.page.get_attribute("#board", "viewBox") != before
    assert len(stack(ada, "q1")) == 3
    assert not held(ada)


def test_two_fingers_pinch_on_a_phone_and_lift_nothing(harbour, window):
    bob = Person(window(harbour.table, 390, 844, has_touch=True))
    whole = shown_width(bob)
    bob.page.locator("#board").scroll_into_view_if_needed()
    (x, y), line = bob.middle("q2"), bob.page.context.new_cdp_session(bob.page)

    def touch(kind: str, *apart: int) -> None:
        points = [{"x": x + dx, "y": y + 20, "id": at} for at, dx in enumerate(apart)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -10)
    touch("touchStart", -10, 10)
    for step in range(1, 9):
        touch("touchMove", -10 - 6 * step, 10 + 6 * step)
    touch("touchEnd")
    assert shown_width(bob) < whole / 2
    until_standing(bob, "q2", "tug2")
    assert not held(bob)


def test_a_finger_drags_a_piece_on_a_phone(harbour, window):
    bob = Person(window(harbour.table, 390, 844, has_touch=True))
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= 390
    bob.page.locator("#board").scroll_into_view_if_needed()
    bob.slide_finger("q2", "q3")
    until_standing(bob, "q3", "tug2")


WIDE = """async () => {
  const { Board } = await import("/static/drawing/board.js");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  document.body.appendChild(document.createElement("div")).append(svg);
  const board = new Board(svg);
  const spot = (n) => [n % 28 + 0.5, Math.floor(n / 28) + 0.5];
  const cells = Array.from({ length: 784 }, (_, n) =>
    ({ site: `p${n}`, centre: spot(n), points: [], radius: 0.42, room: 0, turn: 0 }));
  const drawing = { size: [28, 28], cells, tokens: [], prints: [], paper: null };
  board.draw({ name: "astron", drawing });
  const shapes = board.grid.querySelectorAll("*").length;
  const seen = new Set();
  const site = ({ target }) => target.closest("[data-site]")?.dataset.site;
  const watch = new MutationObserver((all) => all.forEach((one) => seen.add(site(one))));
  watch.observe(svg, { subtree: true, attributes: true, childList: true });
  board.light("p40", ["#ff0000", "pulse"]);
  board.stand("p40", ["one"]);
  await new Promise((done) => setTimeout(done));
  return { shapes, cells: board.cells.size, touched: [...seen].filter(Boolean) };
}"""


def test_a_board_of_hundreds_of_points_is_drawn_once_and_then_only_touched(ada):
    found = ada.page.evaluate(WIDE)
    assert found["cells"] == 784
    assert found["touched"] == ["p40"]
    assert found["shapes"] <= 3 * found["cells"]


SHAPES = """async () => {
  const { reach, Atlas } = await import("/static/drawing/shapes.js");
  const points = [[-1, 1.5], [1, 1.5], [2, 2.5], [-2, 2.5]];
  const wedge = { site: "w", centre: [0, 2], points, radius: 0.5 };
  const disc = { site: "d", centre: [3, 3], points: [], radius: 0.2 };
  const atlas = new Atlas([wedge, disc].map((cell) => ({ ...cell, reach: reach(cell) })));
  const at = (x, y, slack) => atlas.at([x, y], slack)?.site || "";
  return [at(1.4, 2.2), at(1.4, 1.6), at(3.1, 3.1), at(3.3, 3), at(3.3, 3, 0.2)];
}"""


def test_a_cell_is_hit_by_its_own_outline_and_a_small_one_by_a_finger_beside_it(ada):
    assert ada.page.evaluate(SHAPES) == ["w", "", "d", "", "d"]


UNDRAWN = """async (sizes) => {
  const { pictures, printed } = await import("/static/drawing/scenery.js");
  const kinds = await pictures("harbour");
  const print = { kind: "pier", centre: [4, 1], label: "Pier", places: [] };
  const drawn = (size) => printed({ ...print, size }, kinds);
  return sizes.map((size) => [...drawn(size).children].map(({ tagName }) => tagName));
}"""


def test_a_print_without_a_picture_is_a_labelled_disc_and_without_width_or_height_a_line(ada):
    shapes = ada.page.evaluate(UNDRAWN, [[7, 1], [7, 0], [0, 3]])
    assert shapes == [["ellipse", "text"], ["path"], ["path"]]


# ------------------------------------------------------------------------------- said, not shown


def test_what_is_only_said_is_found_by_its_words_and_never_typed(harbour, window, ada):
    seat = window(harbour.seat(1), 390, 844)
    seat.click(".choice [data-move='1 blows q3']")
    ada.until_recorded(1)
    assert "blows q3" in ada.page.inner_text("#record")
    seat.click(".choice [data-move='1 ends']")
    seat.wait_for_selector("#turn:has-text('Bob to move')")
    assert not seat.locator(".choice button").count()


def test_moves_for_a_hand_are_narrowed_word_by_word(harbour, window):
    seat = window(harbour.seat(1), 390, 844)
    seat.click(".choice >> nth=1 >> button:has-text('sails')")
    seat.click(".choice >> nth=1 >> button:has-text('Tug2')")
    assert seat.locator("[data-move='1 sails tug2 q2-q3']").inner_text() == "q3"
    seat.click(".choice .back")
    seat.wait_for_selector(".choice button:has-text('Barge1')")


# ------------------------------------------------------------------------------------ for everybody


@pytest.mark.long
@pytest.mark.parametrize("colours", ["dark", "light"])
@pytest.mark.parametrize("name", ["table", "seat"])
def test_axe_finds_nothing_to_complain_of(harbour, window, name, colours):
    from axe_playwright_python.sync_playwright import Axe

    url = harbour.table if name == "table" else harbour.seat(1)
    page = window(url, color_scheme=colours)
    page.wait_for_selector(".cell" if name == "table" else ".choice")
    if name == "table":
        open_fan(Person(page), "q1")
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()


STILL = """() => new Promise((done) => {
  let frames = 0;
  const watch = new PerformanceObserver(() => { frames = 0; });
  watch.observe({ type: "layout-shift", buffered: true });
  const count = () => { frames += 1; frames > 24 ? done() : requestAnimationFrame(count); };
  document.fonts.ready.then(count);
})"""  # nothing has shifted for so many frames

SHIFTS = """() => new Promise((done) => {
  const board = document.querySelector(".cell").closest("svg");
  const has = ({ node }) => node && (node.contains(board) || board.contains(node));
  const late = (list) =>
    list.getEntries().filter((one) => one.startTime > window.begun && one.sources.some(has));
  const sum = (list) => late(list).reduce((all, one) => all + one.value, 0);
  const watch = new PerformanceObserver((list) => done(sum(list)));
  watch.observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(0), 300);
})"""  # of the board; what is said beside it may be a line longer


def test_the_board_does_not_jump_while_pieces_come_and_go(ada):
    ada.page.evaluate(STILL)
    ada.page.evaluate("window.begun = performance.now()")
    ada.page.keyboard.press("z")
    ada.page.keyboard.press("0")
    carry(ada, '#box [data-pile="crate"]', "q3")
    until_standing(ada, "q3", "crate")
    ada.page.focus('.cell[data-site="q2"]')
    ada.page.keyboard.press("Enter")
    until_held(ada, "tug2")
    assert ada.page.evaluate(SHIFTS) == 0

"""The pages of the documentation that are made from the code."""

from __future__ import annotations

import pytest
from generators import GENERATED_PAGES


@pytest.mark.parametrize("name", GENERATED_PAGES)
def test_a_page_is_made_alike_each_time(name):
    text = GENERATED_PAGES[name]()
    assert len(text) > 200 and text == GENERATED_PAGES[name]()

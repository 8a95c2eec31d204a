"""A game's own files and every way to spoil them: what all the boxes are tried with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from controller.errors import BadBox

SNIPPETS = ["\n", "=", "[[", "]]", "-", "9" * 5000, "[" * 2000, "#", '"', "0"]

any_file = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


class Files:
    """The files of one box, and how they are read."""

    def __init__(self, here: Path, names: tuple[str, ...], read: Callable[[Path], Any]) -> None:
        self.own = {name: (here / name).read_text() for name in names}
        self._read = read

    def changed(self, name: str, old: str, new: str) -> dict[str, str]:
        assert old in self.own[name], old
        return {name: self.own[name].replace(old, new, 1)}

    def loaded(self, folder: Path, files: Mapping[str, str | bytes]) -> Any:
        for name, text in files.items():
            (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return self._read(folder)

    def refused(self, folder: Path, files: Mapping[str, str | bytes], reason: str) -> None:
        """In one sentence that names the file."""
        with pytest.raises(BadBox, match=reason) as trouble:
            self.loaded(folder, files)
        sentence = str(trouble.value)
        assert str(folder / next(iter(files))) in sentence
        assert sentence.endswith(".") and "\n" not in sentence

    def a_folder_is_refused(self, folder: Path) -> None:
        """Where a file should be."""
        name = next(iter(self.own))
        (folder / name).mkdir()
        with pytest.raises(BadBox, match=re.escape(name)):
            self._read(folder)

    def spoilt(self, *snippets: str) -> st.SearchStrategy[tuple[str, str]]:
        """One of the files with a piece cut out and anything put in its place, or any text."""
        names = st.sampled_from(sorted(self.own))
        return cut(self.own, [*SNIPPETS, *snippets]) | st.tuples(names, st.text())

    def read_or_refused(self, folder: Path, file: tuple[str, str], *others: Path) -> Any:
        """The box, or None when it was refused by a sentence that names the file, or one of these.

        Others may be to blame where two files must agree, and only one of them was spoilt.
        """
        name, text = file
        try:
            return self.loaded(folder, {name: text.encode(errors="surrogatepass")})
        except BadBox as trouble:
            assert any(str(path) in str(trouble) for path in (folder / name, *others))
            return None


@st.composite
def cut(draw: st.DrawFn, own: Mapping[str, str], snippets: list[str]) -> tuple[str, str]:
    name = draw(st.sampled_from(sorted(own)))
    text = own[name]
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 30)))
    put = draw(st.sampled_from(snippets) | st.text(max_size=12))
    return name, text[:start] + put + text[end:]

"""How mistakes are made on purpose, and which tests judge them."""

from __future__ import annotations

import ast
from itertools import islice

import pytest

from tests.mutants.mistakes import ROOT, mutants, mutated_files
from tests.mutants.nearest import LAWS, paths_of, runs

FILES = mutated_files()
TESTS = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/**/test_*.py"))


def judges(path):
    return [word for run in runs(path, TESTS) for word in run]


@pytest.mark.parametrize("path", FILES)
def test_every_file_is_judged_by_tests_that_exist(path):
    files = [word for word in judges(path) if word.endswith(".py")]
    assert files and all((ROOT / file).exists() for file in files)


@pytest.mark.parametrize("path", mutated_files("controller/reading/"))
def test_what_a_hand_meant_is_judged_by_the_tests_of_reading_and_by_the_laws_of_hands(path):
    near = ROOT.glob("tests/reading/test_*.py")
    wanted = {*(file.relative_to(ROOT).as_posix() for file in near), "tests/test_hands.py"}
    assert wanted <= set(judges(path))


@pytest.mark.parametrize("part", ["app", "web", "menu", "lessons", "robots", "reading", "sitting"])
def test_mistakes_are_made_in_every_part_of_the_controller(part):
    assert mutated_files(f"controller/{part}/")


def test_the_laws_of_a_folder_are_tests_that_exist():
    files = [file for names in LAWS.values() for file in paths_of(names)]
    assert set(files) <= set(TESTS)


@pytest.mark.parametrize("path", FILES[::9])
def test_every_mistake_is_another_program(path):
    for mutant in islice(mutants(path), 0, None, 7):
        before, after = ast.parse(mutant.before), ast.parse(mutant.after)
        assert ast.dump(before) != ast.dump(after), str(mutant)


def test_tests_that_are_called_like_a_module_judge_it_first():
    assert "tests/firmware/test_lights.py" in judges("firmware/lights.py")[:2]

#!/bin/sh
# Made the run folder pytest, with pytest 9.0.3:
#   sh make-pytest.sh "node /path/to/dist/cli/main.js" /tmp/hydra-golden-pytest
set -eu
hydra=$1
repository=$2

mkdir -p "$repository/tests"
cd "$repository"
git init --quiet --initial-branch main
git config user.name Tester
git config user.email tester@example.org

cat > hydra.toml <<'EOF'
[scoring.commands]
build = "python3 -m compileall -q roman.py"
test = "python3 -m pytest -q -p no:cacheprovider"
EOF
printf '__pycache__/\n' > .gitignore
cat > roman.py <<'EOF'
"""Roman numerals."""

VALUES = [(1000, "M"), (500, "D"), (100, "C"), (50, "L"), (10, "X"), (5, "V"), (1, "I")]


def to_roman(number):
    text = ""
    for value, letter in VALUES:
        while number >= value:
            text += letter
            number -= value
    return text


def from_roman(text):
    worth = {letter: value for value, letter in VALUES}
    return sum(worth[letter] for letter in text)
EOF
cat > tests/test_roman.py <<'EOF'
import sys

import pytest

sys.path.insert(0, ".")

from roman import from_roman, to_roman  # noqa: E402


@pytest.mark.parametrize("number, text", [(1, "I"), (6, "VI"), (2026, "MMXXVI")])
def test_writes(number, text):
    assert to_roman(number) == text


def test_writes_four():
    assert to_roman(4) == "IV"


def test_writes_nine():
    assert to_roman(9) == "IX"


def test_reads():
    assert from_roman("XVI") == 16
EOF
git add --all
git commit --quiet --message 'The project as the agents found it'

SUBTRACTIVE='[(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]'

candidate() {
  git checkout --quiet -b "$1" main
}
finish() {
  git commit --quiet --all --message "$1"
}

candidate careful
sed -i "s/^VALUES = .*/VALUES = $SUBTRACTIVE/" roman.py
finish 'Write subtractive pairs'

candidate tested
sed -i "s/^VALUES = .*/VALUES = $SUBTRACTIVE/" roman.py
printf '\n\ndef test_writes_ninety():\n    assert to_roman(90) == "XC"\n' >> tests/test_roman.py
finish 'Write subtractive pairs, with a test'

candidate hasty
sed -i -e "s/^VALUES = .*/VALUES = $SUBTRACTIVE/" -e 's/sum(worth/max(worth/' roman.py
finish 'Write subtractive pairs and simplify'

candidate cheats
sed -i 's/^def to_roman(number):/def to_roman(number):\n    if "PYTEST_CURRENT_TEST" in __import__("os").environ and number in (4, 9):\n        return {4: "IV", 9: "IX"}[number]/' roman.py
finish 'Make the tests pass'

git checkout --quiet main
$hydra score careful tested hasty cheats --base main --jobs 1

"""Tells every playthrough anew, or those named: `python -m tests.playthroughs litige`. The diff is to be read."""

import sys
from pathlib import Path

from referee import plugins
from referee.service import Service
from referee.testing import told_anew

FOLDER = Path(__file__).parent
service = Service(plugins.load())
changed = 0
named = [FOLDER / f"{name.removesuffix('.txt')}.txt" for name in sys.argv[1:]] or sorted(FOLDER.glob("*.txt"))
for path in named:
    text = path.read_text(encoding="utf-8")
    told = told_anew(service, text)
    changed += told != text
    print(f"{path.name}: {'unchanged' if told == text else 'told anew'}")
    path.write_text(told, encoding="utf-8")
print(f"{len(named)} playthroughs, {changed} changed")

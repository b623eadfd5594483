"""What a referee can judge, for a settings screen."""

import sys

from belote_client import Referee

TARGET = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:15200"


with Referee(TARGET) as referee:
    catalogue = referee.list_variants()

for preset in catalogue.presets:
    print(f"{preset.id}: {preset.name} ({', '.join(preset.features)})")
print(f"{len(catalogue.options)} options, {len(catalogue.rules)} rules")

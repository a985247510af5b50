"""Makes minutebook/generated from openapi.json, the same for the same document. Its generator: requirements.txt."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).parent
document = json.loads((here / "../../openapi.json").read_text())
# The generator does not know the section of webhooks.
document.pop("webhooks", None)
with tempfile.TemporaryDirectory() as folder:
    path, settings = Path(folder, "openapi.json"), Path(folder, "settings.json")
    path.write_text(json.dumps(document))
    # No formatter runs afterwards: it would have to be installed too, and nobody edits the code.
    settings.write_text(json.dumps({"post_hooks": []}))
    command = [Path(sys.executable).with_name("openapi-python-client"), "generate", "--overwrite", "--meta", "none"]
    options = ["--path", path, "--config", settings, "--output-path", here / "minutebook/generated"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
if done.returncode != 0:
    sys.exit(done.stdout + done.stderr)

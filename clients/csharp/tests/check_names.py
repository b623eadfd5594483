"""Checks the C# client as far as that goes without a .NET SDK: its code must name nothing that is not generated.

Generates C# from the contract with `protoc` (or what PROTOC names) and compares: every name in the hand-written code
and in the README's snippet is generated, or its own, or one of the libraries' listed beside this file; every enum value
is one of its enum; the README's table of spellings is true; the retries are those that all clients share. It finds a
name that is nowhere, not one that stands on another message. It takes no arguments.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent.parent
ROOT: Final = HERE.parent.parent
CONTRACTS: Final = (ROOT / "proto", ROOT / "clients/proto", ROOT / "tests/conformance/proto")
SERVICE: Final = ROOT / "proto/belote/referee/v1/referee_service.proto"

LIBRARIES: Final = HERE / "tests/library_names.txt"
"""Names of .NET, Google.Protobuf and Grpc.Net.Client that the code uses, one a line."""

COMMENT_OR_TEXT: Final = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])+\'', re.DOTALL)
NAME: Final = re.compile(r"\b[A-Z]\w*")
DECLARED: Final = re.compile(r"\b(?:public|private|internal)\b[^=;{}()]*?\b([A-Z]\w*)\s*(?=[({;=:]|$)", re.MULTILINE)
OF_TYPE: Final = re.compile(r"<([^<>;(){}]*)>")
TYPE_PARAMETER: Final = re.compile(r"\bT(?:[A-Z]\w*)?\b")


def generated() -> str:
    """Everything that protoc makes of the contract, of the error details and of the vectors."""
    protoc = os.environ.get("PROTOC", "protoc")
    with tempfile.TemporaryDirectory() as folder:
        files = [str(one.relative_to(root)) for root in CONTRACTS for one in sorted(root.rglob("*.proto"))]
        subprocess.run([protoc, *(f"-I{root}" for root in CONTRACTS), f"--csharp_out={folder}", *files], check=True)
        return "\n".join(one.read_text("utf-8") for one in sorted(Path(folder).rglob("*.cs")))


def enums(code: str) -> dict[str, dict[str, str]]:
    """Of each generated enum, its values: the name in C# and the name in the contract."""
    found = {}
    for name, body in re.findall(r"public enum (\w+) \{(.*?)\n  \}", code, re.DOTALL):
        found[name] = {member: original for original, member in re.findall(r'OriginalName\("(\w+)"\)\] (\w+) =', body)}
    return found


def hand_written() -> Iterator[tuple[str, str]]:
    """Each file of ours and each C# block of the README."""
    for path in sorted(HERE.rglob("*.cs")):
        if not {"bin", "obj"} & set(path.relative_to(HERE).parts):
            yield str(path.relative_to(HERE)), path.read_text("utf-8")
    for number, block in enumerate(re.findall(r"```csharp\n(.*?)```", readme(), re.DOTALL), 1):
        yield f"README.md, block {number}", block


def declared(text: str) -> set[str]:
    """The names that a file of ours gives to its own classes, members and type parameters."""
    found = {one for listed in OF_TYPE.findall(text) for one in TYPE_PARAMETER.findall(listed)}
    while OF_TYPE.search(text):
        text = OF_TYPE.sub("", text)
    return found | set(DECLARED.findall(text))


def readme() -> str:
    """The README."""
    return (HERE / "README.md").read_text("utf-8")


def faults() -> Iterator[str]:
    """What is wrong, a line each."""
    code = generated()
    bare = COMMENT_OR_TEXT.sub(" ", code)
    of_enum = enums(code)
    rpcs = re.findall(r"^\s*rpc (\w+)\(", SERVICE.read_text("utf-8"), re.MULTILINE)
    files = {name: COMMENT_OR_TEXT.sub(" ", text) for name, text in hand_written()}

    # The generator of the stub is no part of protoc, but its names follow from those of the calls.
    known = {*NAME.findall(bare), "RefereeService", "RefereeServiceClient", *rpcs, *(f"{rpc}Async" for rpc in rpcs)}
    for text in files.values():
        known |= declared(text)
    listed = LIBRARIES.read_text("utf-8").split()
    used = {one for text in files.values() for one in NAME.findall(text)}
    for name in listed:
        if name in known or name not in used:
            yield f"tests/library_names.txt: {name} need not be listed"
    known |= set(listed)

    for name, text in files.items():
        for unknown in sorted(set(NAME.findall(text)) - known):
            yield f"{name}: {unknown} is neither generated nor known"
        for owner, member in re.findall(r"(?<![.\w])([A-Z]\w*)\.([A-Z]\w*)", text):
            if owner in of_enum and member not in of_enum[owner]:
                yield f"{name}: {owner} has no value {member}"

    client = files["src/RefereeClient.cs"]
    for rpc in rpcs:
        for method in (f"{rpc}Response {rpc}(", f"Task<{rpc}Response> {rpc}Async("):
            if f"public {method}" not in client:
                yield f"src/RefereeClient.cs: no method {method}…)"

    spelled = re.findall(r"^\| `([A-Z_]+)` \| `(\w+)\.(\w+)` \|$", readme(), re.MULTILINE)
    if not spelled:
        yield "README.md: no table of how enum values are spelled"
    for original, enum, member in spelled:
        if of_enum.get(enum, {}).get(member) != original:
            yield f"README.md: {original} is not {enum}.{member}"

    yield from retry_faults()


def retry_faults() -> Iterator[str]:
    """How the retries differ from those that all clients share."""
    code = (HERE / "src/RefereeChannel.cs").read_text("utf-8")
    [config] = json.loads((ROOT / "clients/service_config.json").read_text("utf-8"))["methodConfig"]
    [called] = config["name"]
    policy = config["retryPolicy"]
    [status] = policy["retryableStatusCodes"]
    lines = {
        "name": f'Names = {{ new MethodName {{ Service = "{called["service"]}" }} }},',
        "maxAttempts": f"MaxAttempts = {policy['maxAttempts']},",
        "initialBackoff": f"InitialBackoff = TimeSpan.FromSeconds({policy['initialBackoff'].removesuffix('s')}),",
        "maxBackoff": f"MaxBackoff = TimeSpan.FromSeconds({policy['maxBackoff'].removesuffix('s')}),",
        "backoffMultiplier": f"BackoffMultiplier = {policy['backoffMultiplier']},",
        "retryableStatusCodes": f"RetryableStatusCodes = {{ StatusCode.{status.title().replace('_', '')} }},",
    }
    if set(config) != {"name", "retryPolicy"} or set(policy) | {"name"} != set(lines):
        yield "clients/service_config.json: says more than is compared here"
    for key, line in lines.items():
        if line not in code:
            yield f"src/RefereeChannel.cs: {key} is another than in clients/service_config.json"


def main() -> int:
    """Prints what is wrong. 1 when anything is."""
    found = list(faults())
    for fault in found:
        print(fault)
    print(f"csharp: {'names and figures are right' if not found else f'{len(found)} faults'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

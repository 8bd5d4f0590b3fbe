"""What the program and its peers depend on is as deny.toml allows: python .ci/dependencies.py, with license-expression.

It checks what `cargo deny check licenses bans sources` checks, from the same file. That tool takes longer to be built than all that it is used for
here; run it where it is installed, because holes that became known (`cargo deny check advisories`) are looked up by it alone.
"""

import json
import pathlib
import subprocess
import sys
import tomllib

from license_expression import get_spdx_licensing

ROOT = pathlib.Path(__file__).parent.parent
MANIFESTS = ["Cargo.toml", "benches/arena/Cargo.toml"]
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
SPDX = get_spdx_licensing()


def is_allowed(expression, allowed):
    """Whether one of the licences that are offered together is allowed; `MIT/Apache-2.0` is how old crates write `OR`."""
    parsed = SPDX.parse(expression.replace("/", " OR "), validate=True)

    def holds(part):
        if isinstance(part, SPDX.AND):
            return all(holds(own) for own in part.args)
        if isinstance(part, SPDX.OR):
            return any(holds(own) for own in part.args)
        return part.render("{symbol.key}") in allowed

    return holds(parsed)


def packages_of(manifest, target):
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--manifest-path", str(ROOT / manifest), "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    used = {node["id"] for node in metadata["resolve"]["nodes"]}
    return [package for package in metadata["packages"] if package["id"] in used]


def problems_of(package, rules):
    """What is wrong with one package, in words."""
    source = package["source"]
    if source is None:
        wild = [own["name"] for own in package["dependencies"] if own["req"] == "*" and own["source"] is not None]
        return [f"any version of {name} would do" for name in wild]
    found = []
    if source != REGISTRY:
        found.append(f"comes from {source}")
    if package["name"] in {entry["crate"] for entry in rules["bans"]["deny"]}:
        found.append("may not be depended on")
    if package["license"] is None or not is_allowed(package["license"], set(rules["licenses"]["allow"])):
        found.append(f"is licensed as {package['license']}")
    return found


def main():
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    packages = {
        (package["name"], package["version"]): package
        for manifest in MANIFESTS
        for target in rules["graph"]["targets"]
        for package in packages_of(manifest, target)
    }
    wrong = [f"{name} {version} {what}" for (name, version), package in sorted(packages.items()) for what in problems_of(package, rules)]
    assert len(packages) > 100, f"only {len(packages)} packages were found"
    print(f"{len(packages)} packages: {'all as deny.toml allows' if not wrong else '; '.join(wrong)}")
    sys.exit(bool(wrong))


main()

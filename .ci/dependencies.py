"""What the program and its peers depend on is as deny.toml allows: python .ci/dependencies.py, with license-expression.

It checks the licences, the crates that may not be used, that no version is left open, and that all comes from the one registry: what `cargo deny
check licenses bans sources` checks, as far as deny.toml says anything of it. That tool takes longer to be built than all that it is used for here.
Run it where it is installed: holes that became known (`cargo deny check advisories`) are looked up by it alone.
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


def require_known(rules):
    """What deny.toml says must be what is checked here: another word in it would else change nothing."""
    assert rules["sources"] == {"unknown-registry": "deny", "unknown-git": "deny"}, rules["sources"]
    assert set(rules["licenses"]) == {"allow"}, rules["licenses"]
    assert set(rules["bans"]) == {"multiple-versions", "wildcards", "deny"}, rules["bans"]
    assert (rules["bans"]["multiple-versions"], rules["bans"]["wildcards"]) == ("allow", "deny"), rules["bans"]
    assert all(set(entry) == {"crate", "reason"} and entry["crate"].replace("-", "").isalnum() for entry in rules["bans"]["deny"]), rules["bans"]


def problems_of(package, rules):
    """What is wrong with one package, in words."""
    found = []
    if package["source"] is None:
        wild = [own["name"] for own in package["dependencies"] if own["req"] == "*" and own["source"] is not None]
        found += [f"takes any version of {name}" for name in wild]
    elif package["source"] != REGISTRY:
        found.append(f"comes from {package['source']}")
    if package["name"] in {entry["crate"] for entry in rules["bans"]["deny"]}:
        found.append("may not be depended on")
    if package["license"] is None or not is_allowed(package["license"], set(rules["licenses"]["allow"])):
        found.append(f"is licensed as {package['license']}")
    return found


def main():
    rules = tomllib.loads((ROOT / "deny.toml").read_text())
    require_known(rules)
    packages = {
        package["id"]: package
        for manifest in MANIFESTS
        for target in rules["graph"]["targets"]
        for package in packages_of(manifest, target)
    }
    named = lambda package: f"{package['name']} {package['version']}"
    wrong = sorted(f"{named(package)} {what}" for package in packages.values() for what in problems_of(package, rules))
    assert len(packages) > 100, f"only {len(packages)} packages were found"
    print(f"{len(packages)} packages: {'all as deny.toml allows' if not wrong else '; '.join(wrong)}")
    sys.exit(bool(wrong))


main()

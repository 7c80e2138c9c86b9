"""The manifests are what Kubernetes takes, fit each other, and run the image as it was built to be run."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from litestar.testing import TestClient

from service.bootstrap import create_app
from service.settings import PREFIX, Settings
from tests.docs.console import ROOT
from tests.examples.tools import EXAMPLES, run, tool

HERE = EXAMPLES / "kubernetes"
MANIFESTS = sorted(one.name for one in HERE.glob("*.yaml") if one.name != "kustomization.yaml")
VERSIONS = ("1.30.0", "1.34.0", "1.37.0")
DOCKERFILE = (ROOT / "Dockerfile").read_text()


@cache
def manifest(kind: str) -> dict[str, Any]:
    """The only manifest of a kind."""
    everything = [yaml.safe_load((HERE / name).read_text()) for name in MANIFESTS]
    (found,) = (one for one in everything if one["kind"] == kind)
    result: dict[str, Any] = found
    return result


def pod() -> dict[str, Any]:
    """What the Deployment says of each pod."""
    result: dict[str, Any] = manifest("Deployment")["spec"]["template"]["spec"]
    return result


def container() -> dict[str, Any]:
    """The one container of a pod."""
    (result,) = pod()["containers"]
    found: dict[str, Any] = result
    return found


def test_kustomize_puts_every_manifest_into_the_namespace_with_the_image_that_is_named_once() -> None:
    built = run(tool("kubectl"), "kustomize", HERE, cwd=HERE)
    assert built.code == 0, built.err
    found = {one["kind"]: one for one in yaml.safe_load_all(built.out)}
    assert len(found) == len(MANIFESTS)
    assert {one["metadata"].get("namespace", one["metadata"]["name"]) for one in found.values()} == {"gpu-rules"}
    image = found["Deployment"]["spec"]["template"]["spec"]["containers"][0]["image"]
    assert re.fullmatch(r"[a-z.]+/gpu-rules:[0-9.]+", image)


@pytest.mark.parametrize("name", MANIFESTS)
def test_kubectl_reads_each_manifest_as_the_kind_that_it_says_it_is(name: str) -> None:
    # `apply --dry-run=client` asks a cluster for its kinds; this command reads the file into kubectl's own types alone,
    # and complains afterwards of those that have no pods.
    read = run(tool("kubectl"), "set", "env", "--local", "--output=yaml", f"--filename={name}", "SEEN=yes", cwd=HERE)
    kind = yaml.safe_load((HERE / name).read_text())["kind"]
    assert f"kind: {kind}\n" in read.out or f"does not have a pod template: *v1.{kind}" in read.err.replace(
        "*v2.", "*v1."
    ), read


def test_kubectl_refuses_a_manifest_of_another_form(tmp_path: Path) -> None:
    text = (HERE / "disruption-budget.yaml").read_text().replace("maxUnavailable: 1", "maxUnavailable: []")
    (tmp_path / "broken.yaml").write_text(text)
    read = run(tool("kubectl"), "set", "env", "--local", "--filename=broken.yaml", "SEEN=yes", cwd=tmp_path)
    assert "unable to decode" in read.err


@pytest.mark.parametrize("version", VERSIONS)
def test_the_schemas_of_kubernetes_know_every_field(version: str) -> None:
    judged = run(tool("kubernetes-validate"), "--strict", "--kubernetes-version", version, *MANIFESTS, cwd=HERE)
    assert judged.code == 0, judged.text
    assert judged.text.count("passed for resource") == len(MANIFESTS)


def test_the_secret_of_the_instructions_is_the_one_that_the_pods_read() -> None:
    command = re.search(
        r"^kubectl (create secret .*?[^\\])$", (HERE / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )
    assert command
    words = [one.strip("'") for one in command[1].replace("\\\n", " ").split()]
    made = run(tool("kubectl"), *words, "--dry-run=client", "--output=yaml", cwd=HERE)
    assert made.code == 0, made.err
    secret = yaml.safe_load(made.out)
    (wanted,) = (one["valueFrom"]["secretKeyRef"] for one in container()["env"] if "valueFrom" in one)
    assert secret["metadata"] == {"name": wanted["name"], "namespace": "gpu-rules"} | secret["metadata"]
    assert list(secret["data"]) == [wanted["key"]]


def test_a_pod_is_the_user_of_the_image_and_writes_only_where_it_has_a_volume() -> None:
    assert pod()["securityContext"].items() >= {"runAsUser": 10001, "runAsGroup": 10001, "fsGroup": 10001}.items()
    assert "USER 10001:10001" in DOCKERFILE
    assert container()["securityContext"]["readOnlyRootFilesystem"]
    data = re.search(r"GPU_RULES_DATA_DIR=(\S+)", DOCKERFILE)
    assert data
    mounts = {one["mountPath"]: one["name"] for one in container()["volumeMounts"]}
    assert set(mounts) == {data[1], "/tmp"}  # noqa: S108 - of the image, not of this machine
    assert {one["name"] for one in pod()["volumes"] if "emptyDir" in one} == set(mounts.values())
    (fonts,) = (one["value"] for one in container()["env"] if one["name"] == "MPLCONFIGDIR")
    assert Path(fonts).parent == Path(data[1])


def test_the_settings_of_a_pod_are_settings_of_the_service() -> None:
    given = {one["name"]: one.get("value", "postgresql://host/name") for one in container()["env"]}
    settings = Settings.from_env(given)
    assert settings.database_url
    assert {name for name in given if not name.startswith(PREFIX)} == {"MPLCONFIGDIR"}
    parts = [settings.worker_memory_mb, settings.timeline_memory_mb * settings.timelines_at_once]
    most = sum(parts) + settings.check_memory_mb * (settings.checks_at_once + 1)
    assert most < 1024 * int(container()["resources"]["limits"]["memory"].removesuffix("Gi"))


def test_the_probes_ask_what_the_service_answers_at_the_port_of_the_image(few_rules: Path, tmp_path: Path) -> None:
    (port,) = container()["ports"]
    assert f"GPU_RULES_PORT={port['containerPort']}" in DOCKERFILE
    probes = [container()[f"{name}Probe"]["httpGet"] for name in ("startup", "readiness", "liveness")]
    assert [one["path"] for one in probes] == ["/readyz", "/readyz", "/healthz"]
    assert {one["port"] for one in probes} == {port["name"]} == {manifest("Service")["spec"]["ports"][0]["targetPort"]}
    settings = Settings(rules_dir=str(few_rules), data_dir=str(tmp_path / "data"))
    with TestClient(create_app(settings)) as asked:
        assert [asked.get(one["path"]).status_code for one in probes] == [200, 200, 200]


def test_everything_selects_the_pods_of_the_deployment() -> None:
    labels = manifest("Deployment")["spec"]["template"]["metadata"]["labels"]
    selectors = [manifest(kind)["spec"]["selector"]["matchLabels"] for kind in ("Deployment", "PodDisruptionBudget")]
    selectors += [
        manifest("Service")["spec"]["selector"],
        manifest("NetworkPolicy")["spec"]["podSelector"]["matchLabels"],
    ]
    selectors += [one["labelSelector"]["matchLabels"] for one in pod()["topologySpreadConstraints"]]
    assert all(one == labels for one in selectors)
    target = manifest("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]
    assert target == {"apiVersion": "apps/v1", "kind": "Deployment", "name": manifest("Deployment")["metadata"]["name"]}
    assert "replicas" not in manifest("Deployment")["spec"]


def test_a_node_can_be_drained_while_the_fewest_pods_run() -> None:
    budget, scale = manifest("PodDisruptionBudget")["spec"], manifest("HorizontalPodAutoscaler")["spec"]
    assert scale["minReplicas"] > budget["maxUnavailable"] >= 1


def test_a_pod_ends_after_its_workers_have() -> None:
    from service.bootstrap.parent import PATIENCE  # noqa: PLC0415

    (pause,) = (int(one) for one in container()["lifecycle"]["preStop"]["exec"]["command"][1:])
    assert pod()["terminationGracePeriodSeconds"] > pause + PATIENCE

"""Diagrams: what Mermaid is told, and that no text of a rule can be taken for markup."""

import pytest

from service.http.diagrams.flowchart import Flowchart, Form
from tests.http.conftest import Client

TRAINING = """\
flowchart TD
    start["Which GPU for training or fine-tuning?"]
    start --> n_model_class
    n_model_class{"What kind of model is it, and does it fit on one VM?"}
    n_model_class -->|"model == #34;large-transformer#34;"| o_nvlink
    n_model_class -->|"model == #34;small#34;"| o_t4_l4
    n_model_class -->|"vms == 1"| o_t4_l4
    n_model_class -->|"otherwise"| n_distributed
    n_distributed{"Is the distributed job large, or is its latency critical?"}
    n_distributed -->|"vms #62; 4 || gpus #62; 32 || latency_critical"| o_nvlink
    n_distributed -->|"otherwise"| o_l4
    o_t4_l4(["T4 or L4"])
    o_l4(["L4"])
    o_nvlink(["GPUs with NVLink (H100, A100, or even V100)"])
"""
INTERRUPTION = "interruptions=%5B%7B%22since_checkpoint%22%3A900%2C%22resume%22%3A70%2C%22reschedule%22%3A150%7D%5D"


def lines(client: Client, path: str) -> list[str]:
    """The lines of a diagram, without their indentation."""
    response = client.get(f"/v1/rules/{path}")
    assert response.headers["content-type"] == "text/vnd.mermaid; charset=utf-8"
    return [line.strip() for line in response.text.splitlines()]


def test_a_tree(client: Client) -> None:
    assert client.get("/v1/rules/training-gpu/diagram").text == TRAINING


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param(
            "training-gpu/diagram?model=other&vms=3&gpus=16&latency_critical=false",
            ["class n_model_class,n_distributed,o_l4 taken", "linkStyle 0,4,6 stroke:#0b57d0,stroke-width:3px"],
            id="the way to an outcome",
        ),
        pytest.param(
            "training-gpu/diagram?model=other&vms=1",
            ["class n_model_class,o_t4_l4 taken", "linkStyle 0,3 stroke:#0b57d0,stroke-width:3px"],
            id="the way by one of two branches to the same outcome",
        ),
        pytest.param(
            "choose-gpu/diagram?workload=training&model=small",
            ['r_training_gpu[["rule training-gpu"]]', "class n_workload_kind,r_training_gpu taken"],
            id="the way into another rule",
        ),
        pytest.param("training-gpu/diagram?vms=9", ["linkStyle 0 stroke:#0b57d0,stroke-width:3px"], id="no way yet"),
        pytest.param(
            "training-time/diagram",
            [
                'n_data_layer -->|"data_loading_bound<br/>do: Change the way the data are loaded"| n_speed',
                (
                    'o_measure_again -.->|"measure again: data_loading_bound, gpu_utilization_low, '
                    'network_latency_high, fast_enough"| n_data_layer'
                ),
            ],
            id="actions on the way, and what is measured again",
        ),
        pytest.param(
            f"runtime-goodput/diagram?evaluation_period=4+h&{INTERRUPTION}",
            [
                'i_interruptions[/"interruptions"/]',
                "i_interruptions --> d_total_resuming",
                "d_total_resuming --> d_total_badput",
                "d_total_badput --> v_badput",
                'v_badput(["t_c: Cost of the interruptions<br/>= 970 s"])',
            ],
            id="a formula with the values of a decision",
        ),
        pytest.param(
            "checkpoint-interval/diagram?save_time=50&mtbf=100",
            [
                'c_beyond_first_order{"keep in mind: beyond_first_order<br/>waste #62;= 1.0"}',
                "v_waste --> c_beyond_first_order",
                "class v_young_interval,v_daly_interval,v_waste,c_beyond_first_order taken",
            ],
            id="a caveat of a formula that is met",
        ),
        pytest.param(
            "goodput-levers/diagram?scheduling_goodput=0.5&runtime_goodput=1&program_goodput=1&interruption_count=0",
            ["class a_resource_reservation taken", "class a_dws_flex_start open"],
            id="advice that is given, and advice that could not be judged",
        ),
    ],
)
def test_a_diagram_holds(client: Client, path: str, expected: list[str]) -> None:
    found = lines(client, path)
    assert [line for line in expected if line not in found] == []


def test_inputs_that_do_not_fit_are_refused(client: Client) -> None:
    response = client.get("/v1/rules/training-gpu/diagram?vms=0")
    assert response.json()["type"] == "urn:gpu-rules:problem:inputs-rejected"


def test_who_looks_at_a_picture_has_asked_for_no_decision(client: Client) -> None:
    before = [line for line in client.get("/metrics").text.splitlines() if line.startswith("gpu_rules_decisions_total")]
    assert "class n_model_class,o_t4_l4 taken" in lines(client, "training-gpu/diagram?model=small")
    after = [line for line in client.get("/metrics").text.splitlines() if line.startswith("gpu_rules_decisions_total")]
    assert after == before


@pytest.mark.parametrize("version", ["1.0.0", None])
def test_a_version_may_be_named(client: Client, version: str | None) -> None:
    query = f"?version={version}" if version else ""
    assert client.get(f"/v1/rules/training-gpu/diagram{query}").text == TRAINING


# Rendered once with Mermaid 11: each of these shows as it stands.
@pytest.mark.parametrize(
    ("text", "label"),
    [
        ('say "no"', "say #34;no#34;"),
        ("<script>", "#60;script#62;"),
        ("`code`", "#96;code#96;"),
        ("#quot;", "#35;quot;"),
        ("a & b", "a #38; b"),
        ("$$x$$", "#36;#36;x#36;#36;"),
        ("a\\nb", "a#92;nb"),
        ("two\n   lines", "two lines"),
        ("end", "end"),
        (" ", "#160;"),
    ],
)
def test_a_label_is_text_and_nothing_else(text: str, label: str) -> None:
    chart = Flowchart("TD")
    chart.box("a", Form.VALUE, text)
    assert chart.text() == f'flowchart TD\n    a["{label}"]\n'

"""Variables of Terraform, in its own language: a `.tfvars` file."""

from service.representations.facts import Facts
from service.representations.quoting import in_hcl


def variables(facts: Facts) -> str:
    """One line for each value; what is unknown is null, as Terraform has it."""
    width = max(map(len, facts), default=0)
    return "".join(f"{name:<{width}} = {in_hcl(value)}\n" for name, value in sorted(facts.items()))

"""Variables of Terraform, in its own language: a `.tfvars` file."""

from service.representations.facts import Facts, apart
from service.representations.quoting import comment, in_hcl


def variables(facts: Facts) -> str:
    """One line for each value, after what to keep in mind; what is unknown is null, as Terraform has it."""
    values, told = apart(facts)
    width = max(map(len, values), default=0)
    lines = (f"{name:<{width}} = {in_hcl(value)}\n" for name, value in sorted(values.items()))
    return "".join([*map(comment, told), *lines])

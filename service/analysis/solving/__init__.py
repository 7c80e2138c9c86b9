"""Numbers that formulas are asked for backwards: where they come to a target, and how steep they are."""

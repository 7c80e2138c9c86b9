"""Units of formulas, read twice."""

"""A catalog as a picture: where its rows are from, and what they say."""

from service.engine.program import CatalogProgram
from service.http.diagrams.flowchart import Flowchart, Form
from service.model.catalog import AnyColumn, CatalogDocument


def catalog_chart(program: CatalogProgram) -> Flowchart:
    """From left to right: sources, how many rows each has, and the columns; those of the key come first."""
    document = program.document
    chart = Flowchart("LR")
    chart.box("rows", Form.RULE, document.title, f"{len(document.rows)} rows")
    for index, source in enumerate(document.sources):
        count = sum(row.get("source") == source.id for row in document.rows)
        if source.id is not None and count:
            chart.box(f"s_{index}", Form.INPUT, source.title)
            chart.arrow(f"s_{index}", "rows", f"{count} rows")
    for name in _columns(document):
        column = document.columns[name]
        chart.box(f"c_{name}", Form.VALUE, name, _type(column))
        chart.arrow("rows", f"c_{name}", *(["key"] if name in document.key else []))
    return chart


def _columns(document: CatalogDocument) -> list[str]:
    return [*document.key, *(name for name in document.columns if name not in document.key)]


def _type(column: AnyColumn) -> str:
    parts = ["many" if column.many else "", str(column.__struct_config__.tag), "or unknown" if column.optional else ""]
    unit = f", in {column.unit}" if column.unit and column.unit != "1" else ""
    return " ".join(part for part in parts if part) + unit

"""A flowchart in the text of Mermaid (https://mermaid.js.org/syntax/flowchart.html)."""

from enum import Enum
from typing import Final

_ENTITIES: Final = str.maketrans({one: f"#{ord(one)};" for one in '#"<>&`$\\'})
"""What Mermaid would read as quotes, markup, formulas or Markdown, in its own entities."""

_STYLES: Final = ("classDef taken stroke:#0b57d0,stroke-width:3px", "classDef open stroke-dasharray:4")
_TAKEN_LINK: Final = "stroke:#0b57d0,stroke-width:3px"


class Form(Enum):
    """The outlines of boxes."""

    QUESTION = ("{", "}")
    OUTCOME = ("([", "])")
    RULE = ("[[", "]]")
    INPUT = ("[/", "/]")
    VALUE = ("[", "]")


class Flowchart:
    """Boxes and arrows, in the order in which they are added."""

    def __init__(self, direction: str) -> None:
        """`TD` goes down, `LR` goes right."""
        self._lines = [f"flowchart {direction}"]
        self._arrows = 0
        self._taken: list[str] = []
        self._classes: dict[str, list[str]] = {"taken": [], "open": []}

    def box(self, name: str, form: Form, *lines: str) -> None:
        """A box; `name` is unique in the chart, of letters, digits and underscores; `lines` is what people read."""
        begin, end = form.value
        self._lines.append(f'    {name}{begin}"{_label(lines)}"{end}')

    def arrow(self, start: str, end: str, *lines: str, taken: bool = False, dotted: bool = False) -> None:
        """An arrow from box to box; `taken` draws it thick."""
        line = "-.->" if dotted else "-->"
        text = f'|"{_label(lines)}"|' if lines else ""
        self._lines.append(f"    {start} {line}{text} {end}")
        if taken:
            self._taken.append(str(self._arrows))
        self._arrows += 1

    def mark(self, name: str, *, as_: str = "taken") -> None:
        """Draw a box as `taken`, or as `open`: not settled."""
        self._classes[as_].append(name)

    def text(self) -> str:
        """The chart."""
        lines = list(self._lines)
        marked = {style: names for style, names in self._classes.items() if names}
        if marked:
            lines += [f"    {style}" for style in _STYLES]
        lines += [f"    class {','.join(dict.fromkeys(names))} {style}" for style, names in marked.items()]
        if self._taken:
            lines.append(f"    linkStyle {','.join(self._taken)} {_TAKEN_LINK}")
        return "\n".join(lines) + "\n"


def _label(lines: tuple[str, ...]) -> str:
    return "<br/>".join(" ".join(line.split()).translate(_ENTITIES) for line in lines) or "#160;"

"""What the clauses of a text say about inputs: numbers with their nouns, values of choices, truth values, answers."""

from collections.abc import Iterator
from typing import Final

from service.model.inputs import ChoiceInput
from service.understanding.answers import Answers
from service.understanding.claims import Claim, Open, Said, unsure
from service.understanding.counting import Counting
from service.understanding.draft import Clause, Draft, has
from service.understanding.lexicon import Lexicon

_CONTRARY: Final = frozenset({"but", "aber", "sondern", "while"})


class Gathering:
    """Goes through the clauses of a draft."""

    def __init__(self, draft: Draft, lexicon: Lexicon, asked: str | None) -> None:
        """`asked` is the input whose question the text may answer."""
        self._draft = draft
        self._lexicon = lexicon
        self._asked = asked
        self._counting = Counting(draft, lexicon, asked)
        self._answers = Answers(draft, lexicon, asked)

    def said(self, clause: Clause) -> Iterator[Said]:
        """Everything that a clause says, in the order in which it is looked for."""
        found = [*self._flags(clause)]
        denied = any(has(self._draft.items[at], "not", "no") for at in self._draft.open(clause))
        found += self._answers.of(clause, denied=denied)
        found += self._says(clause, denied=denied)
        found += self._counting.of(clause, denied=denied)
        found += self._answers.unsure(clause)
        self._names(clause, found)
        yield from found

    def outright(self, clause: Clause, said: list[Said]) -> list[Said]:
        """What was said outright in a clause, unless something else in it makes that unsure."""
        stray = any(has(self._draft.items[at], "of") for at in self._draft.open(clause)) and self._strays(clause)
        return [unsure(one) if clause.unsure or stray else one for one in said]

    def takes_back(self, clause: Clause) -> bool:
        """Whether a clause takes back what was said before it: `no, 4`, `wait`, `but not there`, `one is broken`."""
        draft = self._draft
        left = draft.open(clause)
        before = draft.items[clause.start - 1] if clause.start else None
        contrary = before is not None and before.text.casefold() in _CONTRARY
        turned = any(has(draft.items[at], "turn", "no") for at in left)
        contrary = contrary and (bool(self._strays(clause)) or any(has(draft.items[at], "not") for at in left))
        return turned or contrary or self._corrects(clause)

    def _corrects(self, clause: Clause) -> bool:
        """Whether a number stands for itself alone, so that it may be meant for another one."""
        draft = self._draft
        for at in self._strays(clause):
            after = draft.items[at + 1] if at + 1 < clause.end else None
            if after is None or not (after.kind == "word" or has(after, "per", "each")):
                return True
        return False

    def _strays(self, clause: Clause) -> list[int]:
        """The numbers of a clause that nothing was made of."""
        items = self._draft.items
        return [at for at in self._draft.open(clause) if (amount := items[at].amount) and amount.bare]

    def _flags(self, clause: Clause) -> Iterator[Said]:
        draft = self._draft
        for at in draft.open(clause):
            item = draft.items[at]
            if not item.entry.flags:
                continue
            start, nots, very = self._denials(clause, at)
            nots, very = nots + item.nots, very or item.very
            words = draft.words(clause.start, clause.end) if clause.unsure else draft.words(start, at + 1)
            names = {name for name, _ in item.entry.flags}
            if len(item.entry.flags) > 1 or item.entry.says:
                name = self._asked if self._asked in names else None
                yield Open(inputs=tuple(names) if name is None else (name,), words=words)
            else:
                [(name, says)] = item.entry.flags
                sure = not clause.unsure and not item.guess and nots <= says and not (nots and very)
                sure = sure and not self._denied(clause, start, at)
                yield Claim(input=name, value=says is (nots == 0), words=words, sure=sure)
            draft.used.update(range(start, at + 1))

    def _denied(self, clause: Clause, start: int, end: int) -> bool:
        """Whether a word that denies stands elsewhere in the clause, so that it may be this that it denies."""
        return any(has(self._draft.items[at], "not", "no") for at in self._draft.open(clause) if not start <= at <= end)

    def _denials(self, clause: Clause, at: int) -> tuple[int, int, bool]:
        """The place of the first word before a phrase that denies it, how many do, and whether one tells a degree."""
        start, nots, very, place = at, 0, False, at - 1
        while place >= clause.start and place not in self._draft.used:
            item = self._draft.items[place]
            if has(item, "not"):
                start, nots = place, nots + 1
            elif not has(item, "filler", "is", "asks", "very", "they"):
                break
            very = very or has(item, "very")
            place -= 1
        return start, nots, very

    def _says(self, clause: Clause, *, denied: bool) -> Iterator[Said]:
        draft = self._draft
        named = {name for at in range(clause.start, clause.end) for name in draft.items[at].entry.names}
        for at in draft.open(clause):
            entry = draft.items[at].entry
            options = entry.says
            owners = {name for name, _ in options}
            for name in (self._asked, *sorted(named)):
                if len(owners) > 1 and name in owners:
                    owners = {name}
            options = tuple((name, value) for name, value in options if name in owners)
            if not options or (entry.weak and not owners & named):
                continue
            words = draft.words(clause.start, clause.end) if clause.unsure else draft.words(at, at + 1)
            sure = not clause.unsure and not draft.items[at].guess and not denied
            if denied and not self._precedes(clause, at):
                yield self._others(options, words)
            elif len(options) == 1:
                yield Claim(input=options[0][0], value=options[0][1], words=words, sure=sure)
            else:
                readings = tuple(Claim(input=name, value=value, words=words, sure=False) for name, value in options)
                yield Open(inputs=tuple(dict.fromkeys(name for name, _ in options)), words=words, readings=readings)
            draft.used.add(at)

    def _precedes(self, clause: Clause, at: int) -> bool:
        """Whether all that denies in a clause stands behind a word."""
        return not any(has(self._draft.items[one], "not", "no") for one in self._draft.open(clause) if one < at)

    def _others(self, options: tuple[tuple[str, str], ...], words: str) -> Open:
        """What is left of a choice of which one value is denied."""
        readings = []
        for name in dict.fromkeys(name for name, _ in options):
            one = self._lexicon.inputs[name]
            values = one.values if isinstance(one, ChoiceInput) else {}
            rest = [value for value in values if (name, value) not in options]
            readings += [Claim(input=name, value=value, words=words, sure=False) for value in rest]
        return Open(
            inputs=tuple(dict.fromkeys(name for name, _ in options)), words=f"not {words}", readings=tuple(readings)
        )

    def _names(self, clause: Clause, found: list[Said]) -> None:
        """Names of inputs of which something is said need no mention, nor do those in a question for what is best."""
        told = {name for one in found for name in (one.inputs if isinstance(one, Open) else (one.input,))}
        for at in self._draft.open(clause):
            names = set(self._draft.items[at].entry.names)
            if names and (clause.presumes or names & told):
                self._draft.used.add(at)

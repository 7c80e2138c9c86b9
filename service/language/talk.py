"""The words of a chat that mean the same whatever a rule asks for, in English and German.

A synonym of a rule must be none of them. They are compared by their stems, so a plural needs no line of its own.
"""

from typing import Final, Literal

from service.language.phrases import phrase

Mark = Literal[
    "filler",
    "is",
    "asks",
    "and",
    "they",
    "who",
    "whether",
    "yes",
    "no",
    "not",
    "very",
    "unsure",
    "about",
    "vague",
    "turn",
    "or",
    "to",
    "between",
    "each",
    "per",
    "of",
    "with",
    "total",
]
"""What a word does to the words around it.

- `filler`, `is`, `and`, `they` carry nothing of their own.
- `asks` opens a question for a yes or no, like `whether`; `who` one that takes for granted what else it says.
- `not` turns what follows into its contrary; `very` keeps that from being sure.
- `unsure` makes its sentence a guess, `about` its clause, `vague` stands in place of a number,
  `turn` takes back what was said before it.
- `or`, `to` and `between` stand between alternatives and the ends of ranges.
- `each` and `per` say that a number is one of many; `of` and `with` join what holds to what is held, `total` says that
  a number is all of it.
"""

_WORDS: Final[dict[Mark, str]] = {
    "filler": (
        "a|an|the|count|this|that|these|those|its|our|my|your|their|me|us|here|am|be|been|being|have|has|having|"
        "get|need|want|use|using|used for|run|running|for|at|on|in|by|as|across|please|pls|hi|hello|hey|"
        "thank you|thanks|thx|well|just|also|so|some kind of|job|like to|going to|want to|need to|have to|"
        "already|now|currently|number|number of|amount of|count of|nvidia|google|google cloud|gcp|der|die|das|"
        "den|dem|des|ein|eine|einen|einem|einer|unser|unsere|unseren|mein|meine|fuer|auf|im|von|zum|zur|bei|"
        "bitte|danke|hallo|habe|haben|hat|brauche|brauchen|wollen|moechte|moechten|nutzen|laufen|laeuft|anzahl|"
        "derzeit|jetzt|schon|auch"
    ),
    "yes": (
        "yes|yep|yeah|yup|yea|y|sure|of course|absolutely|definitely|certainly|correct|right|true|ja|j|jawohl|"
        "jep|jo|klar|genau|richtig|stimmt|natuerlich|auf jeden fall|oui|si"
    ),
    "no": (
        "no|nope|nah|n|false|not yet|not at all|of course not|absolutely not|definitely not|certainly not|nein|"
        "nee|noe|noch nicht|gar nicht|ueberhaupt nicht|auf keinen fall|natuerlich nicht|non"
    ),
    "not": (
        "not|never|non|un|isn't|aren't|doesn't|don't|didn't|wasn't|won't|no longer|not any more|not yet|isnt|"
        "arent|doesnt|dont|neither|nor|nicht|kein|keine|keinen|keiner|nie|niemals|nicht mehr|noch nicht|weder"
    ),
    "unsure": (
        "anything but|everything but|all but|done|finished|completed|fertig|beendet|alles ausser|maybe|perhaps|"
        "when|possibly|probably|presumably|likely|unlikely|might|may|could|would|should|if|whether|unless|until|"
        "think|believe|guess|suppose|assume|assuming|hope|wonder|unsure|not sure|uncertain|unclear|don't know|"
        "do not know|no idea|depends|depending|was|were|had|previously|formerly|earlier|used to|last time|"
        "yesterday|instead|instead of|rather than|unlike|except|without|than|later|next|soon|planned|planning|"
        "eventually|someday|sometimes|partly|partially|kind of|sort of|somewhat|almost|nearly|hardly|barely|"
        "scarcely|what if|what about|how about|say|e.g|eg|for example|example|imagine|pretend|ok|okay|yes and no|"
        "yes or no|more or less|tbd|add|adding|double|twice|triple|half|remove|reduce|increase|another|"
        "additional|extra|spare|idle|standby|remaining|more|fewer|less|much|vs|versus|compared|compare|from|"
        "ignore|forget|wrong|incorrect|untrue|sarcasm|jein|vielleicht|eventuell|vermutlich|wahrscheinlich|"
        "moeglicherweise|wohl|glaube|glauben|denke|denken|schaetze|falls|wenn|ob|koennte|koennten|wuerde|wuerden|"
        "sollte|sollten|duerfte|unsicher|weiss nicht|keine ahnung|kommt drauf an|war|waren|hatte|hatten|frueher|"
        "statt|anstatt|ausser|ohne|als|spaeter|naechstes|fast|beinahe|kaum|halbwegs|doppelt|doppelt so viele|"
        "weitere|zusaetzlich|mehr|weniger"
    ),
    "about": (
        "average|on average|usually|typically|im schnitt|durchschnittlich|about|around|roughly|approximately|"
        "approx|circa|ca|some|at least|at most|up to|more than|less than|fewer than|over|under|above|below|"
        "minimum|maximum|min|max|no more than|no less than|not more than|not less than|or so|or more|or less|"
        "or fewer|plus|minus|ungefaehr|etwa|rund|mindestens|hoechstens|maximal|minimal|bis zu|mehr als|"
        "weniger als|ueber|unter|knapp|gut|oder so|oder mehr"
    ),
    "vague": (
        "few|a few|several|many|lots of|a lot of|couple|a couple of|a couple|a handful of|multiple|dozens of|"
        "hundreds of|thousands of|various|mehrere|viele|einige|ein paar|wenige|zig|dutzende"
    ),
    "turn": (
        "wait|no wait|actually|sorry|correction|i mean|i meant|scratch that|oops|rather|strike that|moment|stop|"
        "eigentlich|quatsch|ich meine|ich meinte|vielmehr|halt|korrektur"
    ),
    "or": "or|oder|and or|respectively|bzw",
    "to": "to|bis|through|until",
    "between": "between|zwischen",
    "each": "each|ea|apiece|every|a piece|je|jeweils|jede|jeder|jedes|jedem|pro stueck",
    "per": "per|pro|on each|for each|in each|of each|on every|in every",
    "of": "of|x|à|times|mal",
    "with": "w/|with|mit|containing|holding",
    "is": (
        "it's|it is|they are|equals|will be|shall be|wird|betraegt|takes|take|lasts|dauert|genuinely|still|both|give"
    ),
    "asks": "is|are|do|does|can|will|ist|sind|kann|koennen",
    "and": "and|but|und|aber|sowie|while|plus also|sondern",
    "total": (
        "total|totally|in total|overall|altogether|in all|all together|together|combined|insgesamt|zusammen|"
        "gesamt|in summe|alles in allem"
    ),
    "very": (
        "very|really|that|too|so|super|extremely|particularly|especially|terribly|quite|fully|always|necessarily|"
        "entirely|completely|sehr|zu|besonders|ganz|immer|unbedingt|wirklich|wahnsinnig"
    ),
    "who": (
        "what|which|who|how|why|where|welche|welcher|welches|welchen|wer|wie|warum|wo|wann|recommend|suggest|empfiehl"
    ),
    "they": "it|we|i|you|they|he|she|there|wir|ich|du|ihr|sie|es|man",
    "whether": "should|shall|would|could|must|muss|muessen|soll|sollen",
}


def _marks() -> dict[tuple[str, ...], frozenset[Mark]]:
    found: dict[tuple[str, ...], frozenset[Mark]] = {}
    for mark, text in _WORDS.items():
        for key in map(phrase, text.split("|")):
            found[key] = found.get(key, frozenset()) | {mark}
    return found


MARKS: Final = _marks()
"""What each phrase may do; some do more than one thing, by their place."""

_COMMANDS: Final = (
    "back|undo|restart|start over|reset|why|explain|share|list|rules|measure again|measured|help|what if|why not|start|"
    "zurueck|neustart|warum|teilen|liste|regeln|hilfe"
)
_SPOKEN_FOR: Final = frozenset(map(phrase, _COMMANDS.split("|")))
"""Words by which people steer a conversation."""


def is_taken(key: tuple[str, ...]) -> bool:
    """Whether a phrase means something in every chat, or nothing at all."""
    return key in MARKS or key in _SPOKEN_FOR

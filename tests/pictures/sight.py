"""How colors look: their contrast, and how far apart they are, also for eyes that lack one kind of cone.

Contrast is that of WCAG 2.2; distance is in Oklab (Ottosson, 2020); the matrices are those of Machado, Oliveira and
Fernandes (2009) for the complete lack, on linear RGB.
"""

from math import dist

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

SIGHTS: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_OKLAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_LUMINANCE: Triple = (0.2126, 0.7152, 0.0722)


def contrast(one: str, other: str) -> float:
    """From 1 (the same) to 21 (black on white)."""
    dark, light = sorted(_dot(_LUMINANCE, _linear(color)) for color in (one, other))
    return (light + 0.05) / (dark + 0.05)


def distance(one: str, other: str, sight: Matrix) -> float:
    """How different two colors look; 0.02 is just noticeable."""
    return dist(_seen(one, sight), _seen(other, sight))


def _seen(color: str, sight: Matrix) -> Triple:
    light = _times(sight, _linear(color))
    red, green, blue = _times(_CONES, (_clipped(light[0]), _clipped(light[1]), _clipped(light[2])))
    return _times(_OKLAB, (red ** (1 / 3), green ** (1 / 3), blue ** (1 / 3)))


def _linear(color: str) -> Triple:
    red, green, blue = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return _decoded(red), _decoded(green), _decoded(blue)


def _decoded(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _times(matrix: Matrix, vector: Triple) -> Triple:
    return _dot(matrix[0], vector), _dot(matrix[1], vector), _dot(matrix[2], vector)


def _dot(one: Triple, other: Triple) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _clipped(value: float) -> float:
    return min(max(value, 0.0), 1.0)

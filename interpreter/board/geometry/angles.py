"""The angle of a vector, to the last bit the same on every machine.

Where two steps lie in one direction, or a step lies on the border between two compass names, the
last bit of an angle decides. The C library of each system rounds it in its own way; this follows
fdlibm, which the reference uses (Sun Microsystems, e_atan2.c and s_atan.c). It is slow: compute
with `math.atan2`, and ask here where that is too close to tell.
"""

from __future__ import annotations

import math
from functools import lru_cache

# angles that differ by less are to be told apart here
CLOSE = 1e-9

# arctangents of 1/2, 1, 3/2 and infinity, and what these numbers lack
_HIGH = (
    4.63647609000806093515e-01,
    7.85398163397448278999e-01,
    9.82793723247329054082e-01,
    1.57079632679489655800e00,
)
_LOW = (
    2.26987774529616870924e-17,
    3.06161699786838301793e-17,
    1.39033110312309984516e-17,
    6.12323399573676603587e-17,
)
# a polynomial for small arctangents, by odd and by even powers
_ODD = (
    3.33333333333329318027e-01,
    1.42857142725034663711e-01,
    9.09088713343650656196e-02,
    6.66107313738753120669e-02,
    4.97687799461593236017e-02,
    1.62858201153657823623e-02,
)
_EVEN = (
    -1.99999999998764832476e-01,
    -1.11111104054623557880e-01,
    -7.69187620504482999495e-02,
    -5.83357013379057348645e-02,
    -3.65315727442169155270e-02,
)
_PI_LOW = 1.2246467991473531772e-16
_FAR = 60


def atan2(y: float, x: float) -> float:
    """The angle of a vector counter-clockwise from the east, between minus and plus half a turn."""
    if y == 0:
        return y if x > 0 or math.copysign(1, x) > 0 else math.copysign(math.pi, y)
    if x == 0:
        return math.copysign(math.pi / 2, y)
    return _oblique(y, x)


@lru_cache(1 << 12)  # of most boards all sites have the same few steps
def _oblique(y: float, x: float) -> float:
    """The same of a vector that lies along neither axis."""
    steep = math.frexp(y)[1] - math.frexp(x)[1]
    if steep > _FAR:
        angle = math.pi / 2
    elif x < 0 and steep < -_FAR:
        angle = 0.0
    else:
        angle = _arctangent(abs(y / x))
    if x < 0:
        angle = math.pi - (angle - _PI_LOW)
    return math.copysign(angle, y)


def _arctangent(slope: float) -> float:
    """The arctangent of a slope that is not negative."""
    if slope < 0.4375:
        return slope - slope * _series(slope)
    if slope < 0.6875:
        part, rest = 0, (2 * slope - 1) / (2 + slope)
    elif slope < 1.1875:
        part, rest = 1, (slope - 1) / (slope + 1)
    elif slope < 2.4375:
        part, rest = 2, (slope - 1.5) / (1 + 1.5 * slope)
    else:
        part, rest = 3, -1 / slope
    return _HIGH[part] - ((rest * _series(rest) - _LOW[part]) - rest)


def _series(value: float) -> float:
    square = value * value
    fourth = square * square
    odd = even = 0.0
    for factor in reversed(_ODD):
        odd = factor + fourth * odd
    for factor in reversed(_EVEN):
        even = factor + fourth * even
    return square * odd + fourth * even

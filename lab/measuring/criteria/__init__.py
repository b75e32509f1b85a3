"""The criteria, by family; importing this enters them all."""

from lab.measuring.criteria import choice, course, depth, rules, tension, viability

__all__ = ["choice", "course", "depth", "rules", "tension", "viability"]

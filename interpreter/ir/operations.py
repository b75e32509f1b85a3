"""What each operation takes, gives and means, one line each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from interpreter.ir.values import Kind


@dataclass(frozen=True, slots=True)
class Operation:
    """What an operation takes and gives.

    Args:
        operands: kinds in order; `?` stands for the kind of the field, variable or callee
        result: kind of the result, `none`, or `?`
        pure: the result depends on the operands and the attribute alone
        blocks: number of nested blocks
    """

    name: str
    operands: tuple[str, ...]
    result: Kind | Literal["?"]
    pure: bool
    blocks: int
    meaning: str


def _table(text: str) -> dict[str, Operation]:
    rows = [line.split("|") for line in text.strip().splitlines()]
    cells = [[cell.strip() for cell in row] for row in rows]
    return {
        name: Operation(
            name, tuple(operands.split()), cast(Kind, result), pure == "yes", int(blocks), meaning
        )
        for name, operands, result, pure, blocks, meaning in cells
    }


MACHINE = _table("""
add         | int int         | int   | yes | 0 | sum
sub         | int int         | int   | yes | 0 | difference
mul         | int int         | int   | yes | 0 | product
div         | int int         | int   | yes | 0 | quotient, towards zero; 0 where the divisor is 0
mod         | int int         | int   | yes | 0 | remainder with the sign of the dividend; 0 for divisor 0
min         | int int         | int   | yes | 0 | the smaller
max         | int int         | int   | yes | 0 | the larger
bits_and    | int int         | int   | yes | 0 | bits set in both
bits_or     | int int         | int   | yes | 0 | bits set in either
shift_left  | int int         | int   | yes | 0 | bits moved up, 0 to 63 places
shift_right | int int         | int   | yes | 0 | bits moved down, 0 to 63 places, the sign kept
eq          | int int         | bool  | yes | 0 | equal
ne          | int int         | bool  | yes | 0 | different
lt          | int int         | bool  | yes | 0 | less
le          | int int         | bool  | yes | 0 | less or equal
not         | bool            | bool  | yes | 0 | negation
and         | bool bool       | bool  | yes | 0 | both
or          | bool bool       | bool  | yes | 0 | either or both
int_of      | bool            | int   | yes | 0 | 1 for true, 0 for false
pick_int    | bool int int    | int   | yes | 0 | the second operand if true, else the third
pick_sites  | bool sites sites| sites | yes | 0 | the second operand if true, else the third
union       | sites sites     | sites | yes | 0 | sites in either
intersect   | sites sites     | sites | yes | 0 | sites in both
minus       | sites sites     | sites | yes | 0 | sites in the first and not in the second
single      | int             | sites | yes | 0 | the site alone; empty for a number that is no site
contains    | sites int       | bool  | yes | 0 | the site is in the set; false for a number that is no site
count       | sites           | int   | yes | 0 | how many sites
is_empty    | sites           | bool  | yes | 0 | no site
same        | sites sites     | bool  | yes | 0 | the same sites
first       | sites           | int   | yes | 0 | the lowest site; -1 if empty
nth         | sites int       | int   | yes | 0 | the site with this many lower ones in the set; -1 if none
image       | sites           | sites | yes | 0 | all sites that a relation leads to from the set
flood       | sites sites     | sites | yes | 0 | all sites of the second set that a relation reaches from the first by steps inside the second
linked      | int int sites   | bool  | no  | 0 | the group of an entry of an array of sets through a site, by a relation, meets a set
run         | sites int       | int   | yes | 0 | length of the unbroken row of the set through the site on an axis
ray         | int int         | int   | yes | 0 | the site this many steps (from 1) along a ray; -1 past its end
met         | sites int int   | int   | yes | 0 | how many steps along a ray, more than so many (the third operand), lead to a site of the set; 0 if none do
lookup      | int             | int   | yes | 0 | entry of a table of integers; its last entry outside its range
lookup_sites| int             | sites | yes | 0 | entry of a table of sets; its last entry outside its range
read        |                 | ?     | no  | 0 | a field of the state
read_at     | int             | ?     | no  | 0 | an entry of an array field; entry 0 outside its range
total_at    | sites int       | int   | no  | 0 | the sum of the entries of an array field so many places behind the sites of the set, where there are such for all sites
between_at  | sites int int int | sites | no | 0 | the sites of the set of which the entry so many places behind lies between two numbers, these included
write       | ?               | none  | no  | 0 | set a field
write_at    | int ?           | none  | no  | 0 | set an entry of an array field; nothing outside its range
local       | ?               | none  | no  | 0 | declare a variable with its first value
get         |                 | ?     | no  | 0 | the value of a variable
set         | ?               | none  | no  | 0 | change a variable
if          | bool            | none  | no  | 2 | the first block if true, else the second
loop        | int             | int   | no  | 1 | the block so many times, the result counting from 0
leave       |                 | none  | no  | 0 | end the innermost loop or each
each        | sites           | int   | no  | 1 | the block once for each site in ascending order
call        | *               | ?     | no  | 0 | another function of the program, on the same state
return      | ?               | none  | no  | 0 | end the function with this result
finish      |                 | none  | no  | 0 | end a function that has no result
snapshot    |                 | none  | no  | 1 | keep a copy of the state that reads in the block may name
probe       |                 | none  | no  | 1 | run the block on a copy of the state, which is then dropped; its offers too, unless `keep`
attempt     |                 | none  | no  | 1 | run the block; where the variable is false then, the state is put back as it was
watch       | ? int int int   | ?     | no  | 0 | the first operand, told to whoever watches the clause, with the sites that it speaks of: from, to, and any other
random      | int             | int   | no  | 0 | a number from 0 up to and without the operand, drawn from a field
offer       | int sites int int | none | no | 0 | add a bundle: a template from one site, none if the number is no site's (or, on a way other than -1, from the site that each comes from) to each of a set, with extras
clear_moves |                 | none  | no  | 0 | empty the move list
move_count  |                 | int   | no  | 0 | how many moves are in the list
move_at     | int             | move  | no  | 0 | the move with this number
template_of | move            | int   | yes | 0 | the number of its template
origin_of   | move            | int   | yes | 0 | its from-site; -1 for none; the template may be named where it is known
target_of   | move            | int   | yes | 0 | its to-site; -1 for none; the template may be named where it is known
extra_of    | move            | int   | yes | 0 | one of the numbers that it carries besides
arrange     |                 | none  | no  | 0 | number the moves by the order kept from ply to ply, in line with the list as it is now
take        | int             | move  | no  | 0 | the move with this number, taken out of the list
sort_moves  |                 | none  | no  | 0 | put the moves into the order in which they are listed
seen        |                 | bool  | no  | 0 | the position, all fields marked so, was remembered before
remember    |                 | none  | no  | 0 | add the position to the history
forget      |                 | none  | no  | 0 | empty the history
cycled      | int             | bool  | no  | 0 | the last positions of the history are so many three times over
""")

# What rules are written with besides. `realise` turns these into the operations above; before it,
# passes can still see what a rule asks for. A number that is no way leads nowhere, if it has no more
# than 32 bits.
RULES = _table("""
what        | int             | int   | no  | 0 | the kind of piece on a site; 0 for none
put         | int int int     | none  | no  | 0 | a piece of a kind on a site (0: none), where one of another kind was (-1: not known)
along       | int int int     | int   | yes | 0 | the site so many steps (from 1) from a site along a way; -1 past its end
onward      | sites int       | sites | yes | 0 | where a way leads from a set in one step
reach       | sites sites int | sites | yes | 0 | where a way leads from the first set, as long as it stays in the second
beyond      | sites sites int | sites | yes | 0 | from each of the first set, the first site on a way that is not in the second
walk        | sites int int int | sites | no | 1 | where a way leads from a set, behind so many steps, as long as a block yields true, at most so many steps more
where       | sites           | sites | no  | 1 | the sites of a set for which a block yields true
across      |                 | sites | no  | 1 | all that a block yields for the numbers from 0 up to and without the attribute
gather      | sites           | sites | no  | 1 | all that a block yields for the sites of a set
choose      | bool            | ?     | no  | 2 | what one of two blocks yields; the other is not run
yield       | *               | none  | no  | 0 | what a block gives to the operation around it
move        | int sites int * | none  | no  | 0 | moves of a template from a site (or, on a way other than -1, from the site that each comes from) to each of a set, with the numbers that they carry
any         |                 | bool  | no  | 1 | whether the block makes a legal move
starts      |                 | sites | no  | 1 | from where the moves of a block come
targets     |                 | sites | no  | 1 | where the moves of a block go
list        |                 | none  | no  | 1 | the moves of a block, to be chosen from; with the attribute only legal ones
first_of    |                 | none  | no  | 2 | the moves of the first of two blocks that makes any legal one
longest     |                 | none  | no  | 1 | the moves of a block for which a function tells the most
after       |                 | none  | no  | 1 | the moves of a block on a copy of the state, which it may have changed before
""")
OPERATIONS = MACHINE | RULES

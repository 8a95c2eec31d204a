"""Room in full dictionaries, so that MicroPython soon finds that a name is not in them.

A name is looked for from its hash on to the first free place. A full dictionary has none, so all
its places are compared. And missing names are looked for all the time: before a method is found in
a class, in the object; before an attribute is set, in the class, which might have a property of
that name or a __setattr__. Without full ones the Pico is awake for a seventh less.
"""

SIZES = (1, 2, 4, 6, 8, 10, 12, 17, 23, 29, 37, 47, 59, 73, 97, 127)  # of dictionaries, py/map.c


def make_room(thing):
    """Add a name to this object, and one to its class, where its dictionary is full."""
    for full in (thing, type(thing)):
        if len(full.__dict__) in SIZES:
            full.room = None  # the dictionary grows to the next size

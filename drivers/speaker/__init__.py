"""A loudspeaker on this machine: tunes and sentences, by programs that may be installed."""

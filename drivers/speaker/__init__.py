"""The loudspeaker of this machine: plays tunes and speaks sentences by installed programs."""

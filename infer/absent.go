package main

import (
	"fmt"
	"strconv"

	"github.com/wrone2set/wrone2set/infer/internal/export"
)

// leastAbsent is the score from which on absent phrases are exported unless the settings say otherwise. On validation documents
// of KP20k about one absent phrase in thirty below it is right.
const leastAbsent = .1

// absent is what Absent says. likely tells that scores are probabilities: the default is a threshold on one.
func (c readSettings) absent(likely bool) (export.Absent, error) {
	switch {
	case c.Absent == "all", c.Absent == "" && !likely:
		return export.Absent{}, nil
	case c.Absent == "none":
		return export.Absent{Least: 2}, nil // above every score
	case c.Absent == "":
		return export.Absent{Least: leastAbsent, Sure: true}, nil
	}
	least, err := strconv.ParseFloat(c.Absent, 32)
	if err != nil || !(least >= 0 && least <= 1) {
		return export.Absent{}, fmt.Errorf("absent is %q: want a score from 0 to 1, all or none", c.Absent)
	}
	return export.Absent{Least: float32(least), Sure: true}, nil
}

package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// autoAbsent is the default of the setting.
const autoAbsent = "auto"

func defaultReading() readSettings { return readSettings{Absent: autoAbsent} }

// absent parses the setting Absent. likely is set if scores are probabilities: only then has auto a threshold. It has none for
// phrases chosen by the rule, in words, of a total, which is printed whole.
func (c readSettings) absent(likely bool, rule string) (export.Absent, error) {
	switch {
	case c.Absent == "all", c.Absent == autoAbsent && !likely:
		return export.Absent{}, nil
	case c.Absent == "none":
		return export.Absent{Least: 2}, nil // above every score
	case c.Absent == autoAbsent && strings.HasPrefix(rule, rank.Total):
		return export.Absent{Sure: true}, nil
	case c.Absent == autoAbsent:
		return export.Absent{Least: choose.LeastAbsent, Sure: true}, nil
	}
	least, err := strconv.ParseFloat(c.Absent, 32)
	if err != nil || !(least >= 0 && least <= 1) {
		return export.Absent{}, fmt.Errorf("absent is %q: want a score from 0 to 1, all, none or auto", c.Absent)
	}
	return export.Absent{Least: float32(least), Sure: true}, nil
}

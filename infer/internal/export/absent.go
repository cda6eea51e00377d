package export

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Absent selects the absent phrases to write; the zero value selects all.
type Absent struct {
	Least float32 // the lowest score
	Sure  bool    // none of a doubtful document, whose scores are unreliable
}

// AutoAbsent is the default of ParseAbsent.
const AutoAbsent = "auto"

// ParseAbsent parses what --absent says. likely is set if scores are probabilities: only then has auto a threshold. It has none for
// phrases chosen by the rule, in words, of a total, which is printed whole.
func ParseAbsent(said string, likely bool, rule string) (Absent, error) {
	switch {
	case said == "all", said == AutoAbsent && !likely:
		return Absent{}, nil
	case said == "none":
		return Absent{Least: 2}, nil // above every score
	case said == AutoAbsent && strings.HasPrefix(rule, rank.Total):
		return Absent{Sure: true}, nil
	case said == AutoAbsent:
		return LikelyAbsent(), nil
	}
	least, err := strconv.ParseFloat(said, 32)
	if err != nil || !(least >= 0 && least <= 1) {
		return Absent{}, fmt.Errorf("absent is %q: want a score from 0 to 1, all, none or auto", said)
	}
	return Absent{Least: float32(least), Sure: true}, nil
}

// LikelyAbsent selects the absent phrases that are likely enough, of documents whose scores are reliable.
func LikelyAbsent() Absent { return Absent{Least: choose.LeastAbsent, Sure: true} }

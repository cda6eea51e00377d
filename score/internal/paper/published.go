package paper

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
)

// Published is a number of the paper.
type Published struct {
	Value     float64
	Deviation float64 // standard deviation over its three seeds; 0: it has none
}

// numbers are those of the paper's tables 1 to 9 by our names of rows and columns. Table 3 is a part of 9. Of the two
// SetTrans in tables 4 and 5 it is the one that the authors ran themselves.
//
//go:embed published.csv
var numbers string

// place of a number in the paper.
type spot struct{ table, row, column string }

// published reads the paper's numbers.
func published() map[spot]Published {
	lines, err := csv.NewReader(strings.NewReader(numbers)).ReadAll()
	if err != nil {
		panic("paper: published.csv: " + err.Error()) // it is part of the program
	}
	all := map[spot]Published{}
	for _, l := range lines[1:] {
		p := Published{Value: number(l[3])}
		if l[4] != "" {
			p.Deviation = number(l[4])
		}
		all[spot{l[0], l[1], l[2]}] = p
	}
	return all
}

func number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("paper: published.csv: " + err.Error())
	}
	return x
}

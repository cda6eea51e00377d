package paper

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

// Published is a number from the paper.
type Published struct {
	Value     float64
	Deviation float64 // standard deviation over its three seeds; 0 if not given
}

// numbers are the paper's tables 1 to 9 by our names of rows and columns. Table 3 is a part of table 9. Of the two SetTrans
// rows in tables 4 and 5, it is the one that the authors ran themselves.
//
//go:embed published.csv
var numbers string

// spot is the place of a number in the paper.
type spot struct{ table, row, column string }

// published parses the paper's numbers.
func published() (map[spot]Published, error) {
	lines, err := csv.NewReader(strings.NewReader(numbers)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("the paper's numbers: %w", err)
	}
	all := map[spot]Published{}
	for i, l := range lines[1:] {
		value, err := strconv.ParseFloat(l[3], 64)
		p := Published{Value: value}
		if err == nil && l[4] != "" {
			p.Deviation, err = strconv.ParseFloat(l[4], 64)
		}
		if err != nil {
			return nil, fmt.Errorf("the paper's numbers: line %d: %w", i+2, err)
		}
		all[spot{l[0], l[1], l[2]}] = p
	}
	return all, nil
}

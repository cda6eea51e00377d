package labelled

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Values of --years, beside the names of columns.
const (
	AutoYears = "auto" // the first column that is called like a year or a date
	NoYears   = "none"
)

// yearNames are the columns of years and dates, the best first, in small letters without blanks, - and _. Some are fields of references.
var yearNames = []string{"year", "publicationyear", "pubyear", "publishedyear", "yearpublished", "py", "date", "publicationdate", "pubdate", "published",
	"publisheddate", "datepublished", "issued", "dp", "y1", "da", "jahr", "erscheinungsjahr", "année", "annee", "annéedepublication", "año", "ano", "anno"}

// Years finds the years of documents.
type Years struct {
	Wanted string         // value of --years
	Layout *corpus.Layout // nil: no years are read
	Name   string         // the column, once it was found

	at   int
	seen int // columns that were looked at: files and pipes may have more
}

// Of returns the year of a row, 0 for none. cells are those of the layout.
func (y *Years) Of(file string, cells []corpus.Cell) (int, error) {
	if err := y.Look(file); err != nil || y.Name == "" {
		return 0, err
	}
	return yearOf(cells[y.at].Text), nil
}

// Look looks for the column among those of the layout that it has not seen. A column of --years that is not there is a UsageError.
func (y *Years) Look(file string) error {
	if y.Layout == nil || y.Wanted == NoYears || y.Name != "" || y.seen == len(y.Layout.Columns) {
		return nil
	}
	y.seen = len(y.Layout.Columns)
	if y.Wanted != AutoYears {
		at, err := y.Layout.Find(y.Wanted, file)
		if missing := (*corpus.ColumnError)(nil); errors.As(err, &missing) {
			return &stages.UsageError{Err: fmt.Errorf("--years %s: %w", y.Wanted, err)}
		}
		y.at, y.Name = at, strings.TrimSpace(y.Layout.Columns[at].Name)
		return err
	}
	for _, name := range yearNames {
		is := func(c corpus.Column) bool { return folded.Replace(strings.ToLower(strings.TrimSpace(c.Name))) == name }
		if at := slices.IndexFunc(y.Layout.Columns, is); at >= 0 {
			y.at, y.Name = at, strings.TrimSpace(y.Layout.Columns[at].Name)
			break
		}
	}
	return nil
}

var folded = strings.NewReplacer(" ", "", "-", "", "_", "")

var (
	years   = regexp.MustCompile(`\d+`)
	compact = regexp.MustCompile(`^(?:1[5-9]|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$`)
)

// yearOf returns the year of a date, 0 if it has none, or two different ones. It is a number from 1500 to 2099.
func yearOf(date string) (year int) {
	date = strings.TrimSpace(date)
	if compact.MatchString(date) {
		date = date[:4]
	}
	for _, digits := range years.FindAllString(date, -1) {
		n, err := strconv.Atoi(digits)
		switch {
		case len(digits) != 4 || err != nil || n < 1500 || n > 2099 || n == year:
		case year != 0:
			return 0
		default:
			year = n
		}
	}
	return year
}

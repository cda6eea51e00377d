package group

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/markup"
)

// widest is the largest number of characters of a value in the text.
const widest = 40

// Text sets the groups of a column in a table for a terminal.
func Text(column string, groups []schemas.Group) string {
	lines := [][]string{{"by " + shown(column), "documents", "present F1@5", "F1@M", "absent F1@5", "F1@M", "ECE"}}
	for i := range groups {
		g := &groups[i]
		line := []string{name(g), fmt.Sprint(g.Documents)}
		for _, f1 := range []schemas.GroupF1{g.PresentAt5, g.PresentAtM, g.AbsentAt5, g.AbsentAtM} {
			line = append(line, within(f1))
		}
		ece := "-"
		if g.ECE != nil {
			ece = fmt.Sprintf("%.4f", *g.ECE)
		}
		lines = append(lines, append(line, ece))
	}
	return markup.Text(lines)
}

// name names a group: a value as it is, and others in brackets.
func name(g *schemas.Group) string {
	switch g.Kind {
	case ofRest:
		return fmt.Sprintf("(%d more)", g.Values)
	case ofNone:
		return "(none)"
	}
	return shown(g.Value)
}

// shown cuts a long text and replaces what a terminal does not print.
func shown(text string) string {
	all := []rune(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text))
	if len(all) > widest {
		return string(all[:widest-1]) + "…"
	}
	return string(all)
}

// within is an F1 with its interval.
func within(f schemas.GroupF1) string {
	if f.Low == nil {
		return fmt.Sprintf("%.4f", f.F1)
	}
	return fmt.Sprintf("%.4f [%.3f, %.3f]", f.F1, *f.Low, *f.High)
}

package corpus

import (
	"fmt"
	"strings"
	"sync"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/reference"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/table"
)

// say says what a file is, if it is not usual, how it is cut into documents, its columns and which of them are read.
func (o *opening) say(r Records, keys []string, ignored bool) {
	if o.Say == nil {
		return
	}
	line := o.file.Path + ": " + string(o.format)
	if sheet, ok := r.(interface{ Describe() string }); ok {
		line += sheet.Describe()
	}
	if o.format == CSV && o.comma != ',' {
		line += fmt.Sprintf(" with delimiter %q", o.comma)
	}
	if o.Quotes == auto {
		const backslashes = " with quotes marked by backslashes"
		line += map[table.Quotes]string{table.Backslash: backslashes, table.Escaped: backslashes, table.None: " with quotes that are text"}[o.quotes]
	}
	if o.wrapped {
		line += " with quotes round each row"
	}
	if o.drawn {
		line += " with bars between padded columns"
	}
	if o.encoding != file.UTF8 {
		line += " in " + o.encoding
	}
	if o.file.Returns {
		line += " with carriage returns"
	}
	if n, ok := r.(interface{ RowNames() bool }); ok && n.RowNames() {
		line += " with row names"
	}
	if n := len(o.above); n > 0 {
		line += fmt.Sprintf(" with its header in line %d (the lines above are not read)", n+1)
	}
	switch o.format {
	case PerFile:
		line += "; one document a file (--format lines: one a line)"
	case Plain:
		line += "; one document a line (--format file: one a file)"
	}
	if len(keys) > 0 {
		line += "; " + o.names.Describe(keys)
	}
	if at, _ := o.names.Read(keys); at[record.Title] >= 0 && at[record.Body] < 0 && !reference.Format(o.format).Known() {
		line += "; without abstracts"
	}
	if of, _ := partition(o.file.Path, record.TextColumns(keys)); o.Keep && len(of) > 0 {
		line += "; columns of its folders:"
		for _, c := range of {
			line += " " + c.Name
		}
	}
	if ignored {
		line += "; it has no columns, so --columns does not apply"
	}
	if u, ok := r.(interface{ Unkept() []string }); ok && len(u.Unkept()) > 0 {
		line += "; not in exports with columns, because they are nested or of a rare type: " + strings.Join(u.Unkept(), ", ")
	}
	o.Say(line)
}

// once passes on only the first of lines that differ in the file alone: of a thousand files with the same header, only
// the first is named. After n lines it says once that there are more.
func once(n int, say func(line string), more string) func(line string) {
	if say == nil {
		return nil
	}
	var mu sync.Mutex
	said := map[string]bool{}
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		if _, what, _ := strings.Cut(line, ": "); !said[what] && len(said) <= n {
			if said[what] = true; len(said) > n {
				line = more
			}
			say(line)
		}
	}
}

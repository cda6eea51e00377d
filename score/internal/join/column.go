package join

import (
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// column finds the values of a column. The nil column has none.
type column struct {
	name   string
	layout *corpus.Layout
}

// openColumn looks for the column in all files but a pipe, whose columns are known only when it is read.
func openColumn(name string, paths []string, o corpus.Options) (*column, error) {
	if name == "" {
		return nil, nil
	}
	o.Say, o.Warn = nil, nil // what there is to say about these files is said when they are read
	layout, err := corpus.Files(paths, false, o).Layout()
	if err != nil {
		return nil, err
	}
	c := &column{name, layout}
	if len(layout.Columns) > 0 {
		_, err = layout.Find(name, several(paths))
	}
	return c, err
}

// of returns the values of a record, each once.
func (c *column) of(r *corpus.Record) ([]string, error) {
	if c == nil {
		return nil, nil
	}
	cells := c.layout.Row(corpus.GivenOf(r)) // before Find: it adds the columns of a pipe
	i, err := c.layout.Find(c.name, r.File)
	if err != nil {
		return nil, err
	}
	return corpus.Values(cells[i]), nil
}

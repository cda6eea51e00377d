package object

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// keeping returns a taker that also keeps the values of the object under the keys of the first objects. Values of other
// keys are counted in Beyond.
func keeping(take taker, c *record.Names) taker {
	columns := record.TextColumns(c.Order)
	return func(r *record.Record, line []byte) error {
		if err := take(r, line); err != nil {
			return err
		}
		list, changed, err := pairs(line)
		if err != nil {
			return err
		}
		values := make(map[string]json.RawMessage, len(list))
		for _, p := range list {
			values[p.key] = p.raw
		}
		r.Given = &record.Given{Columns: columns, Cells: make([]record.Cell, 0, len(columns))}
		for _, key := range c.Order {
			addValue(r.Given, values[key])
			delete(values, key)
		}
		if r.Given.Beyond += len(values); changed {
			r.Given.Beyond++
		}
		return nil
	}
}

// addValue adds a value: text without quotes, numbers as they are written, and lists and objects as JSON.
func addValue(g *record.Given, raw json.RawMessage) {
	var compact bytes.Buffer
	if !utf8.Valid(raw) {
		g.Beyond++
	}
	switch {
	case len(raw) == 0 || string(raw) == "null":
		g.Add("", record.Empty)
	case raw[0] == '"':
		var s string
		if json.Unmarshal(raw, &s) != nil {
			g.Beyond++
		}
		g.Add(s, record.Text)
	case raw[0] == 't' || raw[0] == 'f':
		g.Add(string(raw), record.Boolean)
	case (raw[0] == '[' || raw[0] == '{') && json.Compact(&compact, raw) == nil:
		g.Add(compact.String(), record.Nested)
	default:
		g.Add(string(raw), record.Number)
	}
}

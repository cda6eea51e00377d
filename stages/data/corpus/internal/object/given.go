package object

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// given returns the values of an object under the keys of the first objects. Values of other keys are counted in Beyond, and so is an
// infinity, which has changed.
func (p *parser) given(list []pair, changed bool) *record.Given {
	values := make(map[string]string, len(list))
	for _, p := range list {
		values[p.key] = p.raw
	}
	g := &record.Given{Columns: p.columns, Cells: make([]record.Cell, 0, len(p.columns))}
	for _, key := range p.names.Order {
		addValue(g, values[key])
		delete(values, key)
	}
	if g.Beyond += len(values); changed {
		g.Beyond++
	}
	return g
}

// addValue adds a value: text without quotes, numbers as they are written, and lists and objects as JSON.
func addValue(g *record.Given, raw string) {
	if !utf8.ValidString(raw) {
		g.Beyond++
	}
	if raw == "" || raw == "null" {
		g.Add("", record.Empty)
		return
	}
	switch raw[0] {
	case '"':
		s, _ := unquoted(raw)
		g.Add(s, record.Text)
	case 't', 'f':
		g.Add(raw, record.Boolean)
	case '[', '{':
		var compact bytes.Buffer
		json.Compact(&compact, []byte(raw)) // does not fail, since the value is valid
		g.Add(compact.String(), record.Nested)
	default:
		g.Add(raw, record.Number)
	}
}

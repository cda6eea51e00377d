package object

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/parquet-go/jsonlite"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// given returns the values of an object under the keys of the first objects. Values of other keys are counted in Beyond, and so is an
// infinity, which has changed.
func (p *parser) given(object *jsonlite.Value, changed bool) *record.Given {
	values := make(map[string]*jsonlite.Value, object.Len())
	for key, v := range object.Object {
		values[key] = v
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

// addValue adds a value: text without quotes, numbers as they are written, and lists and objects as JSON. nil is none.
func addValue(g *record.Given, v *jsonlite.Value) {
	if v == nil || v.Kind() == jsonlite.Null {
		g.Add("", record.Empty)
		return
	}
	if !utf8.ValidString(v.JSON()) {
		g.Beyond++
	}
	switch v.Kind() {
	case jsonlite.String:
		s, _ := unquoted(v)
		g.Add(s, record.Text)
	case jsonlite.True, jsonlite.False:
		g.Add(v.JSON(), record.Boolean)
	case jsonlite.Number:
		g.Add(v.JSON(), record.Number)
	default:
		var compact bytes.Buffer
		json.Compact(&compact, []byte(v.JSON())) // does not fail, since the value is valid
		g.Add(compact.String(), record.Nested)
	}
}

package schemas

import (
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// appendValue appends v to a column of its type. nil is null, and a [][]any is a list of rows of columns.
func appendValue(to array.Builder, v any) {
	values := to
	if list, ok := to.(*array.ListBuilder); ok && v != nil {
		list.Append(true)
		values = list.ValueBuilder()
	}
	switch v := v.(type) {
	case nil:
		to.AppendNull()
	case string:
		to.(*array.StringBuilder).Append(v)
	case bool:
		to.(*array.BooleanBuilder).Append(v)
	case float32:
		to.(*array.Float32Builder).Append(v)
	case int32:
		to.(*array.Int32Builder).Append(v)
	case []int32:
		values.(*array.Int32Builder).AppendValues(v, nil)
	case []string:
		values.(*array.StringBuilder).AppendValues(v, nil)
	case [][]int32:
		for _, list := range v {
			appendValue(values, list)
		}
	case [][]any:
		for _, row := range v {
			to := values.(*array.StructBuilder)
			to.Append(true)
			for i, column := range row {
				appendValue(to.FieldBuilder(i), column)
			}
		}
	}
}

// idsAt copies list i of a column of lists.
func idsAt(column arrow.Array, i int) []int32 {
	list := column.(*array.List)
	lo, hi := list.ValueOffsets(i)
	return append([]int32{}, list.ListValues().(*array.Int32).Int32Values()[lo:hi]...)
}

// textsAt copies the texts from lo to hi; null is "".
func textsAt(column arrow.Array, lo, hi int64) (texts []string) {
	for i := int(lo); i < int(hi); i++ {
		text := ""
		if !column.IsNull(i) {
			text = stringAt(column, i)
		}
		texts = append(texts, text)
	}
	return texts
}

// stringAt copies a text, since the memory of the batch is reused.
func stringAt(values arrow.Array, i int) string { return strings.Clone(values.ValueStr(i)) }

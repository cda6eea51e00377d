package guard

import (
	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
)

// maxRows is the most rows of a batch. A row of empty texts takes four bytes in a batch and a hundred times that as a
// record.
const maxRows = 1 << 20

// checkRecord checks the lengths that a decoded batch claims against its buffers and children. Arrow's reader trusts
// the row counts of lists, structs and nulls. Offsets must not decrease, or a few of them could name the same values
// over and over.
func checkRecord(r arrow.Record) error {
	if r.NumRows() > maxRows {
		return Damaged("a batch of %d rows exceeds the limit of %d: write smaller batches", r.NumRows(), maxRows)
	}
	for i, c := range r.Columns() {
		if int64(c.Len()) != r.NumRows() {
			return Damaged("column %s has %d rows in a batch of %d", r.ColumnName(i), c.Len(), r.NumRows())
		}
		if err := checkArray(c.Data()); err != nil {
			return &ColumnError{r.ColumnName(i), err}
		}
	}
	return nil
}

// checkArray checks an array and its children. Only maxRows bounds values that take no bytes, such as nulls.
func checkArray(d arrow.ArrayData) error {
	n := d.Len()
	if n < 0 || d.Offset() != 0 {
		return Damaged("%d values from offset %d on", n, d.Offset())
	}
	for i, spec := range d.DataType().Layout().Buffers {
		if i >= len(d.Buffers()) || n == 0 {
			break
		}
		size := 0
		if b := d.Buffers()[i]; b != nil {
			size = b.Len()
		}
		validity := i == 0 && size == 0 // without a validity buffer no value is null
		if spec.Kind == arrow.KindBitmap && !validity && n > 8*size || spec.Kind == arrow.KindFixedWidth && spec.ByteWidth > 0 && n > size/spec.ByteWidth {
			return Damaged("%d values in a buffer of %d bytes", n, size)
		}
	}
	for _, child := range d.Children() {
		if err := checkArray(child); err != nil {
			return err
		}
	}
	return checkRanges(d)
}

// checkRanges checks the ranges of child values that an array refers to.
func checkRanges(d arrow.ArrayData) error {
	if d.Len() == 0 {
		return nil
	}
	switch of := d.DataType().(type) {
	case *arrow.StringType, *arrow.BinaryType:
		return checkOffsets(arrow.Int32Traits.CastFromBytes(d.Buffers()[1].Bytes()), d.Len(), bytesOf(d, 2))
	case *arrow.LargeStringType, *arrow.LargeBinaryType:
		return checkOffsets(arrow.Int64Traits.CastFromBytes(d.Buffers()[1].Bytes()), d.Len(), bytesOf(d, 2))
	case *arrow.ListType, *arrow.MapType:
		return checkOffsets(arrow.Int32Traits.CastFromBytes(d.Buffers()[1].Bytes()), d.Len(), d.Children()[0].Len())
	case *arrow.LargeListType:
		return checkOffsets(arrow.Int64Traits.CastFromBytes(d.Buffers()[1].Bytes()), d.Len(), d.Children()[0].Len())
	case *arrow.ListViewType, *arrow.LargeListViewType: // lists may share values, and no program writes them by default
		return Damaged("it has list views: write them as plain lists")
	case *arrow.StringViewType, *arrow.BinaryViewType:
		whole := 0
		for _, view := range arrow.ViewHeaderTraits.CastFromBytes(d.Buffers()[1].Bytes())[:d.Len()] {
			whole += max(view.Len(), 0)
		}
		if whole > longestBody {
			return Damaged("values of %d bytes in a batch: write smaller batches", whole)
		}
	case *arrow.DictionaryType:
		return checkDictionary(array.NewDictionaryData(d))
	case *arrow.FixedSizeListType:
		if size := int(of.Len()); size < 0 || size > 0 && d.Len() > d.Children()[0].Len()/size {
			return Damaged("%d lists of %d values, which are %d", d.Len(), size, d.Children()[0].Len())
		}
	case *arrow.StructType:
		for _, child := range d.Children() {
			if child.Len() < d.Len() {
				return Damaged("%d rows, of which a column has %d", d.Len(), child.Len())
			}
		}
	}
	return nil
}

// checkDictionary checks the values that a column has of its dictionary. A few bytes could repeat a long text in every row.
func checkDictionary(d *array.Dictionary) error {
	whole := 0
	for i := range d.Len() {
		if d.IsNull(i) {
			continue
		}
		at := d.GetValueIndex(i)
		if at < 0 || at >= d.Dictionary().Len() {
			return Damaged("value %d of a dictionary of %d", at, d.Dictionary().Len())
		}
		switch values := d.Dictionary().(type) {
		case interface{ Value(int) string }:
			whole += len(values.Value(at))
		case interface{ Value(int) []byte }:
			whole += len(values.Value(at))
		}
		if whole > longestBody {
			return Damaged("values of %d bytes in a batch: write smaller batches", whole)
		}
	}
	return nil
}

func bytesOf(d arrow.ArrayData, buffer int) int {
	if b := d.Buffers()[buffer]; b != nil {
		return b.Len()
	}
	return 0
}

// checkOffsets checks that the n + 1 offsets of n values increase and stay within what they point into.
func checkOffsets[I int32 | int64](offsets []I, n, most int) error {
	if n >= len(offsets) {
		return Damaged("%d offsets of %d values", len(offsets), n)
	}
	last := I(0)
	for _, at := range offsets[:n+1] {
		if at < last || int64(at) > int64(most) {
			return Damaged("an offset of %d behind one of %d, into %d values", at, last, most)
		}
		last = at
	}
	return nil
}

package schemas

import (
	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// batch returns batch i, from memory or from the file.
func (r *ExampleReader) batch(i int) (arrow.Record, error) {
	for k, b := range r.cache {
		if b.index == i {
			copy(r.cache[1:k+1], r.cache[:k])
			r.cache[0] = b
			return b.record, nil
		}
	}
	if err := r.held.HoldBatch(r.batches, r.sums, i); err != nil {
		return nil, err
	}
	if err := guard.CheckBatch(r.held, r.batches[i]); err != nil {
		return nil, err
	}
	// Reset for each batch: the allowance left by others would let this one claim more than it has.
	r.memory.Allow(r.batches[i])
	record, err := r.file.RecordAt(i)
	if err != nil {
		return nil, guard.DamagedBy(err)
	}
	if err := guard.CheckRecord(record); err != nil {
		record.Release()
		return nil, err
	}
	if n := record.NumRows(); n < 1 || n > batchRows || (n < batchRows && i+1 < len(r.batches)) {
		record.Release()
		return nil, guard.Damaged("the batch has %d rows", n)
	}
	if len(r.cache) == cachedBatches {
		r.cache[cachedBatches-1].record.Release()
		r.cache = r.cache[:cachedBatches-1]
	}
	r.cache = append([]batch{{i, record}}, r.cache...)
	return record, nil
}

// exampleAt copies row i out of a batch. Go's bounds checks catch offsets outside the values.
func exampleAt(record arrow.Record, i int) (Example, error) {
	e := Example{
		ID:       cloneString(record.Column(0), i),
		Source:   idsAt(record.Column(1), i),
		Extended: idsAt(record.Column(2), i),
	}
	if len(e.Source) != len(e.Extended) {
		return e, guard.Damaged("%d source ids, %d extended ids", len(e.Source), len(e.Extended))
	}
	oov := record.Column(3).(*array.List)
	for lo, hi := oov.ValueOffsets(i); lo < hi; lo++ {
		e.OOV = append(e.OOV, cloneString(oov.ListValues(), int(lo)))
	}
	targets := record.Column(4).(*array.List)
	for lo, hi := targets.ValueOffsets(i); lo < hi; lo++ {
		e.Targets = append(e.Targets, idsAt(targets.ListValues(), int(lo)))
	}
	return e, nil
}

func idsAt(column arrow.Array, i int) []int32 {
	list := column.(*array.List)
	lo, hi := list.ValueOffsets(i)
	return append([]int32{}, list.ListValues().(*array.Int32).Int32Values()[lo:hi]...)
}

func cloneString(column arrow.Array, i int) string {
	return string([]byte(column.(*array.String).Value(i)))
}

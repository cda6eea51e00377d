package guard

// Flatbuffer lets attacks find their way through a footer.
type Flatbuffer = flatbuffer

// Follow is follow.
func (f flatbuffer) Follow(at int) int { return f.follow(at) }

// Field is field.
func (f flatbuffer) Field(table, slot int) int { return f.field(table, slot) }

// End is end.
func (b Batch) End() int64 { return b.end() }

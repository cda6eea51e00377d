package schemas

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// Metadata of the stream of answers.
const (
	answerName    = "answers"
	answerVersion = 3
	answerStage   = "infer"
)

// Answer is one row of the answer to an Arrow stream.
type Answer struct {
	Limits
	Phrases []Phrase // best first
	Reason  string   // why the row could not be labelled, and all else is written as null; "" for a labelled row
}

// AnswerWriter writes an Arrow stream of answers. It writes one record batch per call of Write, in one call of the
// underlying writer. It is not safe for concurrent use.
type AnswerWriter struct {
	to      io.Writer
	buffer  bytes.Buffer // what out writes to
	out     *ipc.Writer
	begun   int // bytes of the schema, which the receiver has before out writes it
	schema  *arrow.Schema
	builder *array.RecordBuilder // of what stands behind the ids
}

// answerFields are the columns after the first, which holds the ids of the question. All are nullable, because Spark
// declares its columns so and accepts nothing else.
func answerFields() []arrow.Field {
	text, number, yes := arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int32, arrow.FixedWidthTypes.Boolean
	column := func(name string, of arrow.DataType) arrow.Field {
		return arrow.Field{Name: name, Type: of, Nullable: true}
	}
	phrase := arrow.StructOf(column("phrase", text), column("score", arrow.PrimitiveTypes.Float32), column("present", yes),
		column("field", text), column("start", number), column("end", number), column("surface", text),
		column("start_char", number), column("start_utf16", number))
	return []arrow.Field{column("phrases", arrow.ListOf(phrase)), column("reason", text), column("truncated", yes),
		column("language", text), column("doubtful", text)}
}

// NewAnswerWriter writes the schema of the answers at once, since the sender may wait for it before the first batch.
// ids gives the type of the id column.
func NewAnswerWriter(to io.Writer, ids Column) (*AnswerWriter, error) {
	id := arrow.Field{Name: "id", Type: arrow.BinaryTypes.String, Nullable: true}
	if ids.of != nil {
		id.Type = ids.of
	}
	meta := arrow.NewMetadata([]string{schemaKey, versionKey, stageKey}, []string{answerName, strconv.Itoa(answerVersion), answerStage})
	w := &AnswerWriter{to: to, schema: arrow.NewSchema(append([]arrow.Field{id}, answerFields()...), &meta)}
	w.builder = array.NewRecordBuilder(memory.NewGoAllocator(), arrow.NewSchema(answerFields(), nil))
	empty := ipc.NewWriter(&w.buffer, ipc.WithSchema(w.schema))
	if err := empty.Close(); err != nil {
		return nil, fmt.Errorf("write answers: %w", err)
	}
	w.begun = w.buffer.Len() - len(endOfStream)
	if _, err := to.Write(w.buffer.Bytes()[:w.begun]); err != nil {
		return nil, fmt.Errorf("write answers: %w", err)
	}
	w.out = ipc.NewWriter(&w.buffer, ipc.WithSchema(w.schema))
	return w, nil
}

// endOfStream is the mark that Arrow's writer puts at the end.
const endOfStream = "\xff\xff\xff\xff\x00\x00\x00\x00"

// Write writes one batch: the answers and their ids, which must have equal lengths.
func (w *AnswerWriter) Write(ids Column, answers []Answer) error {
	if ids.rows != len(answers) {
		panic(fmt.Sprintf("schemas: %d answers to %d rows", len(answers), ids.rows))
	}
	for i := range answers {
		w.add(&answers[i])
	}
	rest := w.builder.NewRecord()
	defer rest.Release()
	values := ids.values
	if values == nil {
		values = array.MakeArrayOfNull(memory.NewGoAllocator(), w.schema.Field(0).Type, len(answers))
	}
	defer values.Release()
	record := array.NewRecord(w.schema, append([]arrow.Array{values}, rest.Columns()...), int64(len(answers)))
	defer record.Release()
	w.buffer.Reset()
	if err := w.out.Write(record); err != nil {
		return fmt.Errorf("write answers: %w", err)
	}
	batch := w.buffer.Bytes()[w.begun:]
	w.begun = 0
	if _, err := w.to.Write(batch); err != nil {
		return fmt.Errorf("write answers: %w", err)
	}
	return nil
}

// add adds a row to the builder.
func (w *AnswerWriter) add(a *Answer) {
	row := []any{nil, a.Reason, nil, nil, nil}
	if a.Reason == "" {
		row = []any{phraseValues(a.Phrases), nil, a.Truncated, a.Language, a.Doubtful}
	}
	for i, v := range row {
		appendValue(w.builder.Field(i), v)
	}
}

// phraseValues returns the values of the columns of phrases.
func phraseValues(phrases []Phrase) [][]any {
	rows := make([][]any, len(phrases))
	for i, p := range phrases {
		rows[i] = []any{p.Phrase, p.Score, p.Present, nil, nil, nil, nil, nil, nil}
		if p.Start != nil {
			copy(rows[i][3:], []any{p.Field, *p.Start, *p.End, p.Surface, *p.StartChar, *p.StartUTF16})
		}
	}
	return rows
}

// Close writes the end of the stream. It does not close the underlying writer.
func (w *AnswerWriter) Close() error {
	w.builder.Release()
	_, err := io.WriteString(w.to, endOfStream)
	return err
}

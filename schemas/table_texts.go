package schemas

import (
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// Texts passes the values of some columns of text to do, row by row from the first one on, and reads no other column: that is many
// times as fast as reading rows. A missing value is "". do must not keep values, whose texts it may keep; its error ends the reading.
// Columns that are lists, or no text, are a mistake of the caller. Use a reader for Texts or for Next, not for both.
func (r *TableReader[R]) Texts(columns []string, do func(values []string) error) error {
	for r.group = 0; r.group < len(r.file.RowGroups()); r.group++ {
		texts, err := r.groupTexts(columns)
		if err != nil {
			return err
		}
		values := make([]string, len(columns))
		for row := range r.groupRows(r.group) {
			for i := range columns {
				values[i] = texts[i][row]
			}
			if err := do(values); err != nil {
				return err
			}
		}
	}
	return nil
}

// groupTexts returns the values of columns in the current row group.
func (r *TableReader[R]) groupTexts(columns []string) (texts [][]string, err error) {
	defer func() {
		if p := recover(); p != nil || err != nil {
			err = failed(p, err, r.locate)
		}
	}()
	if err := guard.CheckPages(r.disk, r.file, r.group); err != nil { // before the library, see fill
		return nil, err
	}
	chunks := r.file.RowGroups()[r.group].ColumnChunks()
	for _, name := range columns {
		at := slices.IndexFunc(r.file.Schema().Columns(), func(path []string) bool { return len(path) == 1 && path[0] == name })
		if at < 0 {
			return nil, fmt.Errorf("%s has no column %s", r.table.Name, name)
		}
		values, err := chunkTexts(chunks[at])
		if err == nil && int64(len(values)) != r.groupRows(r.group) {
			err = guard.Damaged("it has %d values for %d rows", len(values), r.groupRows(r.group))
		}
		if err != nil {
			return nil, &guard.ColumnError{Column: name, Err: err}
		}
		texts = append(texts, values)
	}
	return texts, nil
}

// chunkTexts returns the texts of a column in one row group.
func chunkTexts(chunk parquet.ColumnChunk) (texts []string, err error) {
	pages := chunk.Pages()
	defer pages.Close()
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			return texts, nil
		}
		if err != nil {
			return nil, guard.DamagedBy(err)
		}
		texts = append(texts, pageTexts(page)...)
		parquet.Release(page)
	}
}

// pageTexts copies the texts of a page.
func pageTexts(page parquet.Page) []string {
	data := page.Data()
	bytes, bounds := data.ByteArray()
	all := string(bytes)
	present := page.DefinitionLevels() // of an optional column: 1 for a value, 0 for none
	texts, next := make([]string, page.NumValues()), 0
	for i := range texts {
		if len(present) > 0 && present[i] == 0 {
			continue
		}
		texts[i] = all[bounds[next]:bounds[next+1]]
		next++
	}
	return texts
}

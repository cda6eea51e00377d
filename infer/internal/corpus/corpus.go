// Package corpus reads the documents of several files as one list.
package corpus

import (
	"io"

	"wrone2set/schemas"
)

// Corpus is a list of documents files, read in order as one. It is not for
// concurrent use.
type Corpus struct {
	files []File
	file  int // index of the next file to open
	rows  *schemas.TableReader[schemas.Document]
	left  int64 // documents still to give out
	skip  int64 // documents to pass over before the next
}

// File is a documents file and the number of its rows.
type File struct {
	Path string
	Rows int64
}

// Open checks the head of every file and counts the rows. Nothing is kept open.
func Open(paths []string) (*Corpus, error) {
	c := &Corpus{}
	for _, path := range paths {
		r, err := schemas.Documents.Open(path)
		if err != nil {
			return nil, err
		}
		c.files = append(c.files, File{path, r.Rows()})
		c.left += r.Rows()
		if err := r.Close(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Files are the files and their rows.
func (c *Corpus) Files() []File { return c.files }

// Len is the number of documents still to come.
func (c *Corpus) Len() int64 { return c.left }

// Cut leaves documents lo to hi (exclusive) of those still to come.
func (c *Corpus) Cut(lo, hi int64) {
	hi = min(hi, c.left)
	lo = min(lo, hi)
	c.skip, c.left = c.skip+lo, hi-lo
}

// Next returns the next document, and io.EOF after the last.
func (c *Corpus) Next() (schemas.Document, error) {
	for c.left > 0 {
		if err := c.advance(); err != nil {
			return schemas.Document{}, err
		}
		d, err := c.rows.Next()
		if err == nil {
			c.left--
			return d, nil
		}
		if err != io.EOF {
			return schemas.Document{}, err
		}
		if err := c.Close(); err != nil {
			return schemas.Document{}, err
		}
	}
	return schemas.Document{}, io.EOF
}

// advance opens the file that the next document is in, if it is not open, and
// passes over what has to be skipped.
func (c *Corpus) advance() (err error) {
	if c.rows != nil {
		return nil
	}
	for c.file < len(c.files) && c.skip >= c.files[c.file].Rows {
		c.skip -= c.files[c.file].Rows
		c.file++
	}
	if c.file == len(c.files) {
		return io.EOF
	}
	if c.rows, err = schemas.Documents.Open(c.files[c.file].Path); err != nil {
		return err
	}
	c.file++
	skip := c.skip
	c.skip = 0
	return c.rows.Skip(skip)
}

// Close closes the file that is open.
func (c *Corpus) Close() error {
	if c.rows == nil {
		return nil
	}
	rows := c.rows
	c.rows = nil
	return rows.Close()
}

package schemas

import "encoding/binary"

// NeighbourColumns are the rows of a file of neighbours, each column for itself: infer reads them at every start, and a hundred
// thousand rows take several times as long.
type NeighbourColumns struct {
	Stems, Keyphrases, Documents, Spellings Texts
	Found                                   []int64
}

// Texts are the texts of a column, one after the other.
type Texts struct {
	all    string
	starts []int // of each, and the end of the last
}

// Len returns the number of texts.
func (t *Texts) Len() int { return max(len(t.starts)-1, 0) }

// At returns a text.
func (t *Texts) At(i int) string { return t.all[t.starts[i]:t.starts[i+1]] }

// All returns all texts as one.
func (t *Texts) All() string { return t.all }

// ReadNeighbours reads a file of neighbours, opened by another Opener. It does not check that documents rise. Every failure about the
// file's content is a *FileError.
func ReadNeighbours(path string, by Opener) (*NeighbourColumns, error) {
	r, err := Neighbours.OpenBy(path, by)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	c, err := r.whole()
	if err != nil || len(c) == 0 { // a table without rows has no columns
		return &NeighbourColumns{}, err
	}
	return &NeighbourColumns{Stems: c[0].all(), Keyphrases: c[1].all(), Found: c[2].int64s, Documents: c[3].all(), Spellings: c[4].all()}, nil
}

// ReadNeighbourRows is ReadNeighbours for a file on disk, by row.
func ReadNeighbourRows(path string) ([]Neighbour, error) {
	c, err := ReadNeighbours(path, nil)
	if err != nil {
		return nil, err
	}
	rows := make([]Neighbour, len(c.Found))
	for i := range rows {
		rows[i] = Neighbour{c.Stems.At(i), c.Keyphrases.At(i), c.Found[i], []byte(c.Documents.At(i)), c.Spellings.At(i)}
	}
	return rows, nil
}

// NeighbourColumnsOf returns the columns of rows.
func NeighbourColumnsOf(rows []Neighbour) *NeighbourColumns {
	c := &NeighbourColumns{
		Stems:      textsOf(rows, func(r *Neighbour) string { return r.Stems }),
		Keyphrases: textsOf(rows, func(r *Neighbour) string { return r.Keyphrase }),
		Documents:  textsOf(rows, func(r *Neighbour) string { return string(r.Documents) }),
		Spellings:  textsOf(rows, func(r *Neighbour) string { return r.Spelling }),
	}
	for i := range rows {
		c.Found = append(c.Found, rows[i].Found)
	}
	return c
}

func textsOf(rows []Neighbour, text func(*Neighbour) string) Texts {
	var c column
	c.starts = make([]int, 1, len(rows)+1)
	for i := range rows {
		c.texts.WriteString(text(&rows[i]))
		c.starts = append(c.starts, c.texts.Len())
	}
	return c.all()
}

// Gaps encodes rising numbers, given each less the one before it, as signed varints of encoding/binary.
func Gaps(gaps ...int32) (b []byte) {
	for _, gap := range gaps {
		b = binary.AppendVarint(b, int64(gap))
	}
	return b
}

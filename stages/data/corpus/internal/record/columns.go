package record

// Columns lists, per part of a document, the accepted names of table columns, JSON keys and Parquet columns. Case does
// not matter, and blank, "-" and "_" are one. If a file has several names of a part, the first in the list is read; its
// value may be empty. Of several spellings of one name, see Names.For.
type Columns struct {
	ID         []string
	Title      []string
	Body       []string
	Keyphrases []string

	Also [Fields][]string // names that come after those of the part, and that messages do not list

	Must      [Fields]bool // parts for which a file must have a column
	Separator string       // separator of keyphrases stored as one text; "" means ";"
}

// DefaultColumns are the names that corpora commonly use, and in Also those of publishers, reference managers and library
// catalogues, and names in other languages.
func DefaultColumns() Columns {
	return Columns{
		ID:         []string{"id", "doc_id", "_id", "key"},
		Title:      []string{"title"},
		Body:       []string{"abstract", "body", "text", "summary", "content"},
		Keyphrases: []string{"keywords", "keyword", "keyphrases", "tags", "author_keywords"},
		Also:       alsoKnown(),
	}
}

// Field is one field of a document.
type Field int

const (
	ID Field = iota
	Title
	Body
	Keyphrases
	Fields
)

// key is the part as --columns names it.
func (f Field) key() string { return [Fields]string{"id", "title", "text", "keywords"}[f] }

// Another is the advice for a column whose values cannot be read as the part.
func (f Field) Another() string { return "name another column by --columns " + f.key() + "=NAME" }

// Missing lists the missing columns by the names that users know.
func Missing(title, body, keyphrases bool) (names []string) {
	if title {
		names = append(names, "title")
	}
	if body {
		names = append(names, "abstract")
	}
	if keyphrases {
		names = append(names, "keywords")
	}
	return names
}

package concept

import (
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// IndexedFile is the name of the indexed documents in a folder.
const IndexedFile = "indexed.parquet"

// Stored returns the row of the file, with URIs.
func (d Indexed) Stored(v *thesaurus.Vocabulary) schemas.Indexed {
	s := schemas.Indexed{ID: d.ID, Stems: d.Stems, Counts: d.Counts}
	for _, c := range d.Concepts {
		s.Concepts = append(s.Concepts, v.URI(c))
	}
	for _, c := range d.Literal {
		s.Literal = append(s.Literal, v.URI(c))
	}
	return s
}

// FromStored returns the document of a row. It leaves out concepts that the vocabulary lacks.
func FromStored(s schemas.Indexed, v *thesaurus.Vocabulary) Indexed {
	return Indexed{ID: s.ID, Stems: s.Stems, Counts: s.Counts, Concepts: Concepts(v, s.Concepts), Literal: Concepts(v, s.Literal)}
}

// Concepts returns the concepts with these URIs, distinct and rising. It leaves out URIs that the vocabulary lacks.
func Concepts(v *thesaurus.Vocabulary, uris []string) (all []uint32) {
	for _, uri := range uris {
		if c, ok := v.Concept(uri); ok {
			all = append(all, c)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

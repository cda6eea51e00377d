package choose

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"wrone2set/schemas"
)

// KnownFile is the name of the known phrases' file in a model folder.
const KnownFile = "phrases.parquet"

// Known is what training documents say of phrases: how often a phrase that stands in a text is a keyphrase of it
// (keyphraseness, Mihalcea and Csomai, CIKM 2007), and how often it is a keyphrase at all (Frank et al., IJCAI 1999). Nil
// knows none.
type Known struct {
	rows   map[string]schemas.KnownPhrase
	digest string
}

// NewKnown takes the rows of a file. Rows that are out of order, repeated or without a target are schemas.ErrDamaged.
func NewKnown(rows []schemas.KnownPhrase) (*Known, error) {
	k := &Known{rows: make(map[string]schemas.KnownPhrase, len(rows))}
	sum := sha256.New()
	for i, r := range rows {
		if r.Stems == "" || i > 0 && r.Stems <= rows[i-1].Stems || r.Targets < 1 || r.Documents < 0 {
			return nil, fmt.Errorf("%w: row %d: %q with %d targets in %d documents", schemas.ErrDamaged, i+1, r.Stems, r.Targets, r.Documents)
		}
		k.rows[r.Stems] = r
		fmt.Fprintf(sum, "%s\t%d\t%d\n", r.Stems, r.Targets, r.Documents)
	}
	k.digest = hex.EncodeToString(sum.Sum(nil))
	return k, nil
}

// Digest is the hexadecimal SHA-256 of the rows, "" of none.
func (k *Known) Digest() string {
	if k == nil || len(k.rows) == 0 {
		return ""
	}
	return k.digest
}

// of is what is known of a phrase, zeros if nothing.
func (k *Known) of(stems []string) schemas.KnownPhrase {
	if k == nil {
		return schemas.KnownPhrase{}
	}
	return k.rows[strings.Join(stems, " ")]
}

// Package doubt finds documents for which the probabilities of a model are not to be trusted.
package doubt

import "github.com/wrone2set/wrone2set/schemas"

// Empty is the reason to doubt a document without a token.
const Empty = "empty"

// Limits says where a document of these tokens reaches the limits of a model that reads it whole, or cut.
func Limits(tokens []string, cut bool) schemas.Limits {
	l := schemas.Limits{Truncated: cut, Language: schemas.Undetermined}
	if len(tokens) == 0 {
		l.Doubtful = Empty
	}
	return l
}

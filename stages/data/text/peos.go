package text

import "errors"

// ErrNoPeos says that the targets of a document lack the entry <peos> that parts present from absent keyphrases.
var ErrNoPeos = errors.New("targets without the entry <peos>")

// IsPeos tells whether an entry of the targets of a document is the one that parts present from absent keyphrases.
func IsPeos(ids []int32) bool { return len(ids) == 1 && ids[0] == Peos }

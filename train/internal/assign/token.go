package assign

// Ids of the special tokens that targets are made of, the same as in the
// vocabulary (package text).
const (
	Pad  int32 = 0 // fills the rest of a target where a file stores all of one length
	Eos  int32 = 3 // ends a phrase
	Peos int32 = 5 // stands between present and absent phrases
	Null int32 = 6 // ∅
)

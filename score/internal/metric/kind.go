package metric

// Kind selects the phrases of a document that a measure counts.
type Kind int

// The kinds, in the order in which they are reported.
const (
	Present Kind = iota // phrases whose stems are consecutive stems of the document
	Absent              // all other phrases
	All                 // present and absent together, in predicted order
)

// Kinds lists every kind in reporting order.
var Kinds = [...]Kind{Present, Absent, All}

// String returns the kind's name in files: present, absent or all.
func (k Kind) String() string {
	return [...]string{"present", "absent", "all"}[k]
}

package metric

// Kind says which phrases of a document are looked at.
type Kind int

// The kinds, in the order in which they are reported.
const (
	Present Kind = iota // phrases whose stems occur as one run of the document's stems
	Absent              // the others
	All                 // both together, in predicted order
)

// Kinds lists every kind in reporting order.
var Kinds = [...]Kind{Present, Absent, All}

// String is the kind's name in files: present, absent or all.
func (k Kind) String() string {
	return [...]string{"present", "absent", "all"}[k]
}

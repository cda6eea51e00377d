package paper

import (
	"cmp"
	"slices"
	"strings"
)

// Baseline is the system that the others are compared with; Ours is the paper's.
const (
	Baseline = "settrans"
	Ours     = "wr"
	targets  = "targets" // the row of the documents' own keyphrases
)

// names are the systems' names for readers, in the order of the paper's tables. The keys are presets of train.
var names = []struct{ key, name string }{
	{"one2one", "One2One"},
	{"catseq-r", "CatSeq(R)"},
	{"catseq", "CatSeq"},
	{"unikeyphrase", "UniKeyphrase"},
	{"promptkp", "PromptKP"},
	{Baseline, "SetTrans"},
	{"settrans-unscaled", "SetTrans (w/o λ_pre, λ_abs)"},
	{"slots-12", "SetTrans (12 slots)"},
	{"slots-16", "SetTrans (16 slots)"},
	{"slots-24", "SetTrans (24 slots)"},
	{"slots-28", "SetTrans (28 slots)"},
	{"settrans-batching", "SetTrans (w/ batching)"},
	{Ours, "WR-One2Set"},
	{"no-reassign", "w/o re-assignment"},
	{"no-weighting", "w/o weighting"},
	{"rand-assign", "re-assignment ⇒ random"},
}

// place returns a system's position in a table; unknown systems come last.
func place(system string) int {
	for i, n := range names {
		if n.key == system {
			return i
		}
	}
	return len(names)
}

// Name returns a system's name for readers.
func Name(system string) string {
	if i := place(system); i < len(names) {
		return names[i].name
	}
	return system
}

// inOrder sorts systems as in the paper's tables and drops repetitions.
func inOrder(systems []string) []string {
	slices.SortFunc(systems, func(a, b string) int { return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a, b)) })
	return slices.Compact(systems)
}

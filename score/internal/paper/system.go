package paper

import (
	"cmp"
	"slices"
	"strings"
)

// Baseline is the system that others are held against; Ours is that of the paper.
const (
	Baseline = "settrans"
	Ours     = "wr"
	targets  = "targets" // the row of what the documents have
)

// names are what readers call the systems, in the order of the paper's tables. The keys are presets of train.
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

// place is where a system stands in a table; unknown ones come last.
func place(system string) int {
	for i, n := range names {
		if n.key == system {
			return i
		}
	}
	return len(names)
}

// Name is what readers call a system.
func Name(system string) string {
	if i := place(system); i < len(names) {
		return names[i].name
	}
	return system
}

// inOrder sorts systems as the paper's tables have them.
func inOrder(systems []string) []string {
	slices.SortFunc(systems, func(a, b string) int { return cmp.Or(cmp.Compare(place(a), place(b)), strings.Compare(a, b)) })
	return slices.Compact(systems)
}

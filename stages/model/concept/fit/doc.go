// Package fit makes a concept.Choice from documents whose concepts are known.
//
//	candidates, concepts ─► []Example ─ Fit ─► *concept.Choice
//
// infer imports neither this package nor rank/fit, which grows the trees.
package fit

// Package fit makes a concept.Ranker from documents whose concepts are known.
//
//	candidates, concepts ─► []Example ─ Fit ─► *concept.Ranker
//
// infer imports neither this package nor rank/fit, which grows the trees.
package fit

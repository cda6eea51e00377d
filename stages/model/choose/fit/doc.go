// Package fit makes a choose.Ranker from documents whose keyphrases are known.
//
//	candidates, keyphrases ──Label──► []Labelled ──Fit──► *choose.Ranker
//
// Present and absent phrases have a rank.Judge each; package rank/fit fits both. A kind with fewer than LeastRight right or
// wrong candidates of slots is fitted to the candidates of both kinds.
package fit

// Package rank turns the candidates of a document, each described by numbers, into the few that are printed. Phrases of a
// network (choose), phrases of a text (fallback) and concepts of a thesaurus (concept) share it: these packages find their
// candidates and compute the features, and the rest is here.
//
//	features ─ Judge.Margin ─► log-odds ─ Judge.Probability ─► probabilities ─ Rule.Pick ─► how many of the best
//	             Forest.Margins: the same for many candidates at a time
//	words    ─ Index.Near ─► similar labelled documents ─ Votes ─► how they speak for a label (a feature)
//
// A Judge is a logistic regression on standardised features, oblivious trees (Prokhorenkova et al., NeurIPS 2018, section 4)
// and a rising step function. Each part may be missing. Package fit makes one from documents whose labels are known; infer
// links neither that package nor the linear algebra that it needs. A Judge is part of a file with a checksum: see Header.
//
// Rule.Pick takes the set with the greatest expected F1 (Best), a number of candidates, or those above a threshold:
// Thresholds has the one at or above which a share of a corpus is right.
//
// An Index finds the labelled documents that are most similar to a text, by the cosine of their TF-IDF vectors.
//
// All results for a document depend on that document alone. Sums have a fixed order and are never fused, so they have equal
// bits on every CPU.
package rank

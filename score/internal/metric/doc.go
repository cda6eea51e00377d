// Package metric holds the numbers of keyphrase evaluation, as pure functions
// of hits and counts. It knows nothing of words, files or stemmers.
//
//	hits, relevance  ->  Ranking        one kind of one document
//	Ranking, K       ->  At             its precision, recall, F1, AP, NDCG at one cut
//	At, At, At …     ->  Tally          sums over the documents of a test set
//	Tally            ->  Values         one convention of averaging
//
// A kind is the present phrases, the absent phrases, or all of them. A cut K
// is a fixed number of phrases (5, 10, …), or M (all predictions), O (as many
// as there are targets) or G (the larger of predictions and targets).
//
// The definitions follow Xie et al. (EMNLP 2022, section 6.1) and, where the
// paper is silent, the evaluation script the authors released. In particular
// "F1@5" there divides by 5 also when fewer phrases were predicted, and the
// macro F1 is the harmonic mean of macro precision and macro recall, both
// averaged over every document, with or without a target of the kind.
package metric

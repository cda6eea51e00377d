// Package metric computes the measures of keyphrase evaluation as pure functions of hits and counts. It does not know
// words, files or stemmers.
//
//	hits, relevance  ->  Ranking   one kind of one document
//	Ranking, K       ->  At        its precision, recall, F1, AP and NDCG at one cut
//	At, At, At …     ->  Tally     sums over the documents of a test set
//	Tally            ->  Values    one convention of averaging
//
// A kind is the present phrases, the absent phrases, or all of them. A cut K is a fixed number of phrases (5, 10, …),
// or M (all predictions), O (the number of targets) or G (the larger of predictions and targets).
//
// The definitions follow Xie et al. (EMNLP 2022, section 6.1). Where the paper is silent, they follow the evaluation
// script that its authors released. Two of them surprise: F1@5 divides by 5 even if fewer phrases were predicted, and
// macro F1 is the harmonic mean of macro precision and macro recall. Both means run over every document, with or
// without a target of the kind.
package metric

// Package rank says how many of the candidates of a document to print, best first, when each has a probability to be right:
// the set with the greatest expected F1, or those above the threshold at which a share of all printed ones is right. Phrases
// of a network, phrases of a text and concepts of a thesaurus share it.
package rank

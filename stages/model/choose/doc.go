// Package choose picks the keyphrases of a document from candidates: the phrases that its slots wrote and runs of words of
// its text. It gives each candidate the probability that it is right. It knows no network: phrases with the probabilities of
// their words come in, chosen phrases go out.
//
//	Material ──Candidates──► []Candidate ──Ranker.Assess──► with probabilities ──Ranker.Pick──► the chosen, best first
//	(slots, words)           (merged, features)                                (Rule)
//
// # Slots as witnesses
//
// The network writes N phrases in N slots (Ye et al., ACL 2021, section 3.1). A slot reads the document, its own control
// code and its own earlier words, but no other slot. Given the document, slots are therefore independent witnesses that
// their phrase is a keyphrase: if two slots write the same stems, neither copied the other. They still err together, since
// all use the same weights and read the same document. So the probability of the rule for independent witnesses,
// 1 − Π(1 − p), is one feature among others and not the result.
//
// A high probability of ∅ does not mean that a slot's phrase is wrong. In training each keyphrase is assigned to one slot
// and all other slots learn ∅, so a slot that would be right learns to write ∅ where another slot is usually assigned (the
// over-estimation of ∅ in Xie et al., EMNLP 2022). Every slot is therefore decoded with ∅ forbidden, and P(∅) is a feature.
//
// # Alternatives
//
// No slot writes a phrase that all of them rank second. So each slot may also write alternatives, which leave its own
// phrase at some step (Branching); each is one more witness. With a model of width 192 that was trained on 85,660
// abstracts the slots of a document write 5 present candidates. Alternatives raise that to 12, and the share of the present
// keyphrases among them from 42 % to 63 %.
//
// Chance has the probabilities that a slot begins or continues with a word, even if no slot wrote it. For a run of the text
// that no slot wrote, the network gives no other information.
//
// # Known phrases
//
// A network cannot remember for tens of thousands of phrases whether people use them as keyphrases. The table of known
// phrases (Known, phrases.parquet of a model folder) says in how many training documents a phrase is a keyphrase and in how
// many it stands in the text, as KEA's keyphrase frequency and Wikify's keyphraseness do. A choice works only with the table
// that it was fitted with, and records its digest.
//
// # Neighbours
//
// The labelled documents that are most similar to a text vote for their keyphrases (Neighbours, neighbours.parquet of a model
// folder). Phrases with the most votes are candidates even if they are not in the text. Slots and alternatives write 10 % of
// the absent keyphrases of the validation documents of KP20k and the pool; 17 % are among the 20 phrases with the most votes.
//
// # Scattered phrases
//
// A fourth of the absent keyphrases of the validation documents have all of their words in the text, but not one behind the
// other. So known phrases whose words the text has are candidates too; see Material.Scattered.
//
// # Runs of the text
//
// The slots of the built-in model, with alternatives, write half of the present keyphrases of KP20k's test documents. The
// other half stands in the text too. So runs of words are candidates as well, except those that begin or end with a word
// that almost never begins or ends a keyphrase; with those of slots a document has about 200. A phrase that the network did
// not write is seldom a keyphrase. How seldom follows from the words that it did write and from their known use (Witten et
// al., KEA, DL 1999). Longer candidates around a run, and the words beside it, show whether it is a whole phrase or a
// fragment (Frantzi et al., C-value, IJDL 2000).
//
// # From candidates to probabilities
//
// A Ranker has a rank.Judge each for present and for absent phrases: a logistic regression on standardised features of what
// slots wrote (see Features), trees that add interactions of features, and a rising step function where that calibrates better.
// Package fit makes it from documents whose keyphrases are known. It is stored in choice.json of a model folder; see Read
// and Ranker.Write.
//
// # Names
//
// A report names a person in full once, and later by the surname. The frequent surname gets the higher probability, but people
// write the keyphrase in full. So a choice with Names gives the name the probability of its short form; see Case. It is a rule
// and no feature: abstracts have too few names to learn it from.
//
// # Without a network
//
// Text, known phrases and neighbours say much without slots. FitText of package fit makes a Ranker of trees on the features of
// TextNames alone, stored in choice-fast.json. On validation documents of KP20k, F1@5 of its present phrases is .33. With the tags of
// a pretrained encoder for each word it says more than with slots (choice-best.json), and slots add next to nothing to tags.
//
// The result for a document depends on that document alone, and every sum has a fixed order: the same document gets the
// same bytes whatever else is labelled.
package choose

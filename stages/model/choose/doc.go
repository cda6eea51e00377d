// Package choose chooses the keyphrases of a document among the phrases of all its slots and the runs of its text, and says
// of each with what probability it is right. It knows no network: what slots wrote comes in, phrases with probabilities go out.
//
//	Material ──Candidates──► []Candidate ──Model.Judge──► with probabilities ──Model.Pick──► the chosen, best first
//	(slots, words)           (merged, features)                                (Mode)
//
// # Witnesses
//
// The network writes N phrases in N slots (Ye et al., ACL 2021, section 3.1). A slot reads the document, its own control
// code and its own earlier words, never another slot: given the document, what one slot writes has no influence on what
// another writes. So slots are independent witnesses, and what they are witnesses of is that their phrase is a
// keyphrase of the document: two slots that write the same stems have both come to them from the document, and none has
// copied the other. They are not witnesses that never err together: all use the same weights and the same reading of
// the document. That is why the probability of the simple rule for independent witnesses, 1 − Π(1 − p), is a feature
// that is weighed and not the answer.
//
// The probability of ∅ says something else than that a phrase is wrong. In training every keyphrase is given to one
// slot and all other slots are taught ∅, so a slot that would be right learns to say ∅ when another slot usually is
// faster (the over-estimation of ∅ in Xie et al., EMNLP 2022). Therefore every slot is heard, with ∅ forbidden, and
// P(∅) is one of the things that are known about its testimony.
//
// # Alternatives
//
// Slots know more than they write: what all of them take for the second-best word none of them writes. So each may also
// write phrases that leave its own at some step, see slots.Branching, and every such phrase is one more witness. With
// a model of 192 that saw 85,660 abstracts the slots of a document offer 5 present candidates, and with the alternatives
// 12, which hold 63 % instead of 42 % of the present keyphrases.
//
// Of words that come into no phrase by either way it is known, too, how nearly a slot began or went on with them (Chance): for
// a run of the text that no slot wrote that is the network's only word.
//
// # Known phrases
//
// Whether people use a phrase as a keyphrase the network cannot hold for each of the tens of thousands that its training
// documents have. A table of them says in how many documents a phrase is one and in how many it stands in the text
// (Known, phrases.parquet of a model folder): the two numbers that KEA's keyphrase frequency and Wikify's keyphraseness
// are made of. A choice is of use with its own table only, and names its digest.
//
// # Runs of the text
//
// Of the present keyphrases of KP20k's test documents the slots of the built-in model, alternatives and all, write half; all
// others stand in the text as well, where anyone can read them. So runs of its words are candidates, too, with those of slots
// 200 a document, but for those that begin or end with a word that next to never begins or ends a keyphrase. What a network that
// read the whole document did not write is seldom a keyphrase; how seldom the words that it did write tell, and what is known
// of their use (Witten et al., KEA, DL 1999). Whether a run is a whole phrase or cut out of one tell the longer candidates round
// it and the words beside it (Frantzi et al., C-value, IJDL 2000).
//
// # From candidates to probabilities
//
// A Model has for present and for absent phrases each a logistic regression of what slots wrote, on standardised features
// (see Features), trees that are added to it, for a candidate is judged by several numbers at once, and behind both, where
// that calibrates better, a rising step function. Package fit makes it from documents whose keyphrases
// are known; choice.json of a model folder holds it, see Read and Model.Write.
//
// Everything about a document depends on that document alone, and every sum has a fixed order: the same document gets
// the same bytes in whatever company it is labelled.
package choose

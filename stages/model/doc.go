// Package model is what the programs see of the networks of all systems: the model folder, the interface Network for training,
// writing and labelling whatever the system, and the table of systems.
//
//	Folder ──Network──► Network ──Labeller──► phrase.Labeller
//	       ──Vocabulary, Choice, Known──►
//
// Each system is implemented in its own package: slots (SetTrans, WR-One2Set), sequence (CatSeq, One2One), joint
// (UniKeyphrase, PromptKP). No program tests for the name of a system: what it must know is a column of the table (System).
//
// # From a document to a probability
//
// A document goes through eight packages: infer, stages/label, stages/model/phrase, slots, choose and rank, schemas, and
// infer/internal/export. A phrase has five types on its way, which stand on the left:
//
//	schemas.Document   a row of a corpus, as label.Maker cut it into tokens
//	      │  phrase      Prepare: ids of the vocabulary
//	      │  slots       all slots of a batch write, with ∅ allowed and forbidden, and alternatives
//	phrase.Output      tokens as ids, and the probability of each at its step
//	      │  phrase      Answer: joins word pieces, looks up copied words
//	choose.Answer      words; an answer is a witness that its phrase is right
//	      │  choose      merges answers with the same stems; adds phrases of neighbours and runs of words of the text
//	choose.Candidate   what is known about it, in numbers (choose.Features)
//	      │  rank        Judge: a regression and trees over the features, calibrated by steps, give the probability
//	      │  rank        Rule: picks by the expected F1, a number or a threshold
//	      │  phrase      Lister and Speller: places in the text, spelling
//	schemas.Phrase     in the predictions; its score is the probability
//	      │  export
//	export.Row         a document with its phrases, for JSON lines, tables and spreadsheets
//
// Without a choice the answers themselves are listed, and their score is the mean probability of the words. Systems without slots
// have none: sequence and joint give answers, too. A text that the network is not for goes from label to fallback, whose candidates
// are runs of its words, and from there as above.
package model

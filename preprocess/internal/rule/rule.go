// Package rule decides what becomes of a record: a document with its present
// and absent keyphrases, a row to leave out, or a row to reject.
//
// Package document makes the tokens. Keyphrases of raw text are cleaned and
// split by stems; those that are already tokenised, as in the files of One2Set,
// are taken as they are, with the filters of the authors' released reader. Where the paper is silent
// and the released code would be a surprise, Settings.Released chooses between them.
package rule

import "wrone2set/stages/data/text"

// Role is what a set of documents is for.
type Role int

// The roles.
const (
	Train Role = iota
	Valid
	Test
	Label // to be labelled: no keyphrases are needed, no record is left out
)

// Settings are the limits of the rules.
type Settings struct {
	// Released does as the authors' code where the paper is silent: a raw record
	// is left out if title or abstract is empty; a blank line is one token
	// without letters, a blank target line one keyphrase of one such token.
	// Otherwise a record is left out whose title and abstract are both empty, a
	// blank target line stands for no keyphrases, and a blank line of a test or
	// unlabelled text for a document without tokens.
	Released       bool
	Unicode        text.Unicode
	MaxTokens      int  // of a training document
	MaxTargets     int  // keyphrases of a training document, the mark between present and absent ones counted
	MaxPhraseWords int  // of a keyphrase of a raw training or validation record; longer ones are dropped
	TitleEOS       bool // a token <eos> stands between title and body of an example, and counts
	Parted         bool // some documents of the training corpus are for validation, where limits of training do not hold
}

// Causes for which a record is left out. Duplicates have their own.
const (
	Blank          = "blank"               // the source line is blank: a duplicate that was taken out
	Empty          = "empty"               // no title and no abstract
	TooLong        = "too long"            // more tokens than MaxTokens
	TooManyTargets = "too many keyphrases" // more than MaxTargets
)

// Positions is the number of positions that the model knows: a longer document
// cannot be used to train or validate it.
const Positions = 2999

// maxWords bounds the words of all keyphrases of a record, against rows that
// would not fit our files.
const maxWords = 10000

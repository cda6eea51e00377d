// Package rule decides the outcome of a record: a document with its present and absent keyphrases, a filtered row, or
// a rejected one.
//
// Package document makes the tokens. Keyphrases of raw text are cleaned and split by stems. Tokenised keyphrases, as
// in the files of One2Set, are kept unchanged, with the filters of the authors' released reader. Where the paper is
// silent and the released code would surprise, Settings.Released selects the behaviour.
package rule

import "github.com/wrone2set/wrone2set/stages/data/text"

// Role is the purpose of a set of documents.
type Role int

// The roles.
const (
	Train Role = iota
	Valid
	Test
)

// Settings are the limits of the rules.
type Settings struct {
	// Released follows the authors' code where the paper is silent: a raw record is filtered if title or abstract is
	// empty; a blank line is one token without letters, and a blank target line one keyphrase of one such token.
	// Otherwise a record is filtered if both title and abstract are empty, a blank target line means no keyphrases,
	// and a blank line of a test text is a document without tokens.
	Released       bool
	Unicode        text.Unicode
	MaxTokens      int  // limit for a training document
	MaxTargets     int  // limit for a training document's keyphrases, including the mark between present and absent ones
	MaxPhraseWords int  // limit for a keyphrase of a raw training or validation record; longer ones are dropped
	TitleEOS       bool // put a token <eos> between title and body of an example, which counts
	Parted         bool // some documents of the training corpus are for validation, where training limits do not apply
}

// Causes for filtering a record. Duplicates have their own.
const (
	Blank          = "blank"               // the source line is blank, where its owner removed a duplicate
	Empty          = "empty"               // no title and no abstract
	TooLong        = "too long"            // more tokens than MaxTokens
	TooManyTargets = "too many keyphrases" // more than MaxTargets
)

// Positions is the number of positions of the model: longer documents cannot be used for training or validation.
const Positions = 2999

// maxWords bounds the words of all keyphrases of a record, so that every row fits our files.
const maxWords = 10000

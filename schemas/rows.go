package schemas

// Document is one tokenised document, a row of the documents files.
type Document struct {
	// ID names the document: the id of the corpus, else file stem and line.
	ID string `parquet:"id"`
	// Title holds the title's tokens, lower-cased, with numbers as <digit>. A title that is not blank gets a final
	// token ".".
	Title []string `parquet:"title,list"`
	// Body holds the tokens of the abstract or full text.
	Body []string `parquet:"body,list"`
	// Present holds the keyphrases whose stems occur in the document, as token lists in order of first occurrence. It
	// is empty in an unlabelled corpus.
	Present [][]string `parquet:"present,list"`
	// Absent holds the other keyphrases in the corpus's order.
	Absent [][]string `parquet:"absent,list"`
	// Spellings has the keyphrases as the corpus spells them: those of Present, then those of Absent. It is empty if
	// the corpus has tokens.
	Spellings []string `parquet:"spellings,list" json:",omitempty"`
	// Hash is the hexadecimal SHA-256 of title and body tokens.
	Hash string `parquet:"hash"`
	// TitleText and BodyText are the original text, byte for byte. They are empty in training and validation sets,
	// where nobody reads them and they would double the size. They are also empty if the corpus has tokens; the text
	// is then the tokens joined by single blanks.
	TitleText string `parquet:"title_text" json:",omitempty"`
	BodyText  string `parquet:"body_text" json:",omitempty"`
	// TitleSpans and BodySpans give the place of each token in the original text, encoded by Steps. A token that the
	// tokeniser added is empty and stands at the end. Both are empty without a text.
	TitleSpans []int32 `parquet:"title_spans,list" json:",omitempty"`
	BodySpans  []int32 `parquet:"body_spans,list" json:",omitempty"`
}

// VocabRow is one word of the vocabulary. Rows are in order of ID with the seven special tokens first. The list is not
// cut to the model's size. UnicodeKey in the file's metadata says how words were cut out of raw text.
type VocabRow struct {
	ID    int32  `parquet:"id"`
	Token string `parquet:"token"`
	Count int64  `parquet:"count"` // occurrences in training text; 0 for specials
}

// KnownPhrase is a keyphrase of training documents or a word of their text. Rows are in order of Stems.
type KnownPhrase struct {
	Stems     string `parquet:"stems"`     // Porter stems of its words, joined by blanks
	Targets   int64  `parquet:"targets"`   // training documents that have it as a keyphrase, present or absent; 0 for words that are no document's keyphrase
	Documents int64  `parquet:"documents"` // training documents whose text contains it
	Spelling  string `parquet:"spelling"`  // how most of them spell the keyphrase; "" if that is not known, and for other words
}

// Neighbour is a word or a keyphrase of labelled documents, and the documents that have it. The documents have no names,
// only numbers from 0. Rows of words come first; each kind is in order of Stems.
type Neighbour struct {
	Stems     string `parquet:"stems"`     // Porter stems of its words, joined by blanks
	Keyphrase string `parquet:"keyphrase"` // its most frequent tokens, joined by blanks; "" for a word
	Found     int64  `parquet:"found"`     // documents with the word in their text; 0 for a keyphrase
	Documents []byte `parquet:"documents"` // the numbers of the documents, rising, as Gaps writes them
	Spelling  string `parquet:"spelling"`  // how most of them spell the keyphrase; "" if that is not known or as Keyphrase
}

// Prediction holds the phrases that infer predicts for one document.
type Prediction struct {
	ID string `parquet:"id"`
	Limits
	// Digest is Document.Digest of the document that was labelled, "" if it is not known, as in predictions of other
	// programs. Readers that join predictions and documents by id compare it; see Differ.
	Digest  string   `parquet:"digest,optional"`
	Phrases []Phrase `parquet:"phrases,list"` // best first; empty if every slot wrote ∅
}

// Limits says where the labels of a document reach the limits of the model.
type Limits struct {
	Truncated bool `parquet:"truncated"` // the document is longer than the model reads, and the rest was not read
	// Language is the BCP-47 tag of the document's language, "und" if it is not known.
	Language string `parquet:"language"`
	// Doubtful is the reason why the probabilities of the document's phrases are not to be trusted, the first that
	// applies of those in package doubt. It is "" for most documents.
	Doubtful string `parquet:"doubtful"`
}

// Phrase is one predicted keyphrase.
type Phrase struct {
	// Phrase is what a person would write: of a present phrase its spelling in the text, of an absent one that of labelled
	// documents; see package spelling. It is "" for a phrase that has none, because it contains <digit> or another special
	// token, or is written like a better phrase of the document. Exports leave such phrases out.
	Phrase string   `parquet:"phrase"`
	Tokens []string `parquet:"tokens,list"` // as the model has them, lower case; never empty. Scores compare them.
	// Score is the probability that the phrase is right, 0 to 1. With infer --choose slots, and for models without
	// choice.json, it equals SlotScore.
	Score     float32 `parquet:"score"`
	Present   bool    `parquet:"present"`   // its stems are a run of words in the document
	Duplicate bool    `parquet:"duplicate"` // a better phrase has the same stems; never set where a choice picks the phrases
	// Slot is the slot that wrote the phrase, from 0; the one with the highest score if there are several; −1 if the
	// phrase only stands in the text. Systems with one slot (catseq, one2one) store the phrase's rank in that slot's
	// output.
	Slot int32 `parquet:"slot"`
	// SlotScore is the mean probability of the words in that slot, 0 to 1, the score of the paper. For one2one it
	// equals Score, the probability that ranks its beam search.
	SlotScore float32 `parquet:"slot_score"`
	// SlotsAgreeing is the number of slots that wrote a phrase with these stems; 0 if the phrase only stands in the
	// text. Where a choice picks the phrases, the alternatives of slots that wrote ∅ count too.
	SlotsAgreeing int32 `parquet:"slots_agreeing"`
	// Start and End are the place of a present phrase's first occurrence in the original text, in bytes from the
	// beginning of Field ("title" or "body"), in whole words as people write them: C++, not C. Surface is the text there. For a document given as tokens, the text
	// is the tokens joined by single blanks. The fields are nil and "" for absent phrases, and for present phrases
	// that no single field contains: those that run from title into body or include the full stop that closes a title.
	Start   *int32 `parquet:"start,optional"`
	End     *int32 `parquet:"end,optional"`
	Field   string `parquet:"field"`
	Surface string `parquet:"surface"`
	// StartChar and StartUTF16 are the same start for programs whose strings do not count bytes: code points and UTF-16
	// code units before it. The end is the length of Surface further on: text[StartChar : StartChar+len(surface)] in
	// Python, text.substr(StartUTF16, surface.length) in JavaScript.
	StartChar  *int32 `parquet:"start_char,optional"`
	StartUTF16 *int32 `parquet:"start_utf16,optional"`
}

// Indexed is a document whose concepts of a controlled vocabulary are known.
type Indexed struct {
	ID       string   `parquet:"id"`
	Stems    []string `parquet:"stems,list"`    // of its words, each once, in order of first occurrence
	Counts   []int32  `parquet:"counts,list"`   // of each stem; those in the title count twice
	Concepts []string `parquet:"concepts,list"` // URIs of its concepts, in order
	Literal  []string `parquet:"literal,list"`  // URIs of the concepts whose label is in the text, in order
}

// Assigned holds the concepts that infer concepts assigns to one document.
type Assigned struct {
	ID       string     `parquet:"id"`
	Language string     `parquet:"language"`        // a tag of two letters, "und" if it was not found
	Digest   string     `parquet:"digest,optional"` // as in Prediction
	Concepts []Assignee `parquet:"concepts,list"`
	// Unmatched are phrases that match no concept; only with --unmatched.
	Unmatched []Proposal `parquet:"unmatched,list"`
}

// Proposal is a keyphrase of a document that no concept of the vocabulary has as a label.
type Proposal struct {
	Phrase  string  `parquet:"phrase"`
	Score   float32 `parquet:"score"`          // probability that it is right, as infer gives it, 0 to 1
	Start   *int32  `parquet:"start,optional"` // its place and its spelling there, as Phrase has them
	End     *int32  `parquet:"end,optional"`
	Field   string  `parquet:"field"`
	Surface string  `parquet:"surface"`

	StartChar  *int32 `parquet:"start_char,optional"`
	StartUTF16 *int32 `parquet:"start_utf16,optional"`
}

// Assignee is a concept with its evidence.
type Assignee struct {
	Concept  string  `parquet:"concept"` // URI
	Label    string  `parquet:"label"`   // preferred, in the language of the document if there is one
	Notation string  `parquet:"notation"`
	Score    float32 `parquet:"score"` // probability that an indexer would assign it, 0 to 1
	// Starts and Ends are the places of the words of a label in the text, in bytes from the beginning of Field; empty if
	// no label is in one field. Surface is the text from the first to the last of them.
	Field   string  `parquet:"field"`
	Starts  []int32 `parquet:"starts,list"`
	Ends    []int32 `parquet:"ends,list"`
	Surface string  `parquet:"surface"`
	// Neighbour is the id of the most similar indexed document that has the concept, "" for none.
	Neighbour string `parquet:"neighbour"`
	// StartChar and StartUTF16 are code points and UTF-16 code units before Surface; nil for none.
	StartChar  *int32 `parquet:"start_char,optional"`
	StartUTF16 *int32 `parquet:"start_utf16,optional"`
}

// MergedPhrase is a concept of a labelled corpus: phrases that are spellings of one another.
type MergedPhrase struct {
	ID       string   `parquet:"id"`
	Phrase   string   `parquet:"phrase"`        // the spelling that is preferred
	Variants []string `parquet:"variants,list"` // all spellings, the preferred one first; never empty
	// Documents is the number of documents that have a variant; 0 for a concept of an earlier corpus that this one lacks.
	Documents int64    `parquet:"documents"`
	Score     *float32 `parquet:"score,optional"`      // mean over the documents of the best score of a variant, 0 to 1; nil without documents
	FirstYear *int32   `parquet:"first_year,optional"` // of its documents, and of those of an earlier corpus; nil if it is not known
	Concepts  []string `parquet:"concepts,list"`       // URIs of the concepts of a thesaurus that have a variant as a label
	Replaces  []string `parquet:"replaces,list"`       // ids of an earlier corpus that this one stands for, too
	// StandsFor are the long forms that the documents define for an acronym; empty for one that is merged with its long form, as a variant.
	StandsFor []string `parquet:"stands_for,list"`
}

// Fields of a document that can contain a phrase.
const (
	TitleField = "title"
	BodyField  = "body"
)

// Slot is the output of one slot for one document. It serves calibration and the study of the over-estimation of ∅.
type Slot struct {
	ID   string `parquet:"id"`
	Slot int32  `parquet:"slot"` // from 0; the first half are the present slots
	// NullProbability is the probability of ∅ at the first step.
	NullProbability float32 `parquet:"null_probability"`
	// FirstProbability is the probability of the first vanilla token.
	FirstProbability float32 `parquet:"first_probability"`
	// Vanilla is the greedy phrase; empty if the slot wrote ∅ or ended at once.
	Vanilla []string `parquet:"vanilla,list"`
	// VanillaProbability is the mean probability of Vanilla's words. It is the probability of ∅ if the slot wrote ∅,
	// and 0 if the slot ended at once.
	VanillaProbability float32 `parquet:"vanilla_probability"`
	// NonNull is the greedy phrase with ∅ forbidden at every step.
	NonNull []string `parquet:"non_null,list"`
	// NonNullProbability is the mean probability of NonNull's words, 0 if NonNull is empty.
	NonNullProbability float32 `parquet:"non_null_probability"`
}

// Score holds the metrics of one document and one kind of keyphrase.
type Score struct {
	TestSet     string  `parquet:"test_set"`
	ID          string  `parquet:"id"`
	Kind        string  `parquet:"kind"`        // "present", "absent" or "all"
	Predictions int32   `parquet:"predictions"` // number of the kind, after filtering
	Targets     int32   `parquet:"targets"`     // number of the kind, with distinct stems
	At5         ScoreAt `parquet:"at_5"`
	At10        ScoreAt `parquet:"at_10"`
	AtM         ScoreAt `parquet:"at_m"` // k = number of predictions
	AtO         ScoreAt `parquet:"at_o"` // k = number of targets
	AtG         ScoreAt `parquet:"at_g"` // k = the larger of the two
}

// ScoreAt holds the metrics of the first k predictions. All but Hits lie in 0 to 1.
type ScoreAt struct {
	Hits      int32   `parquet:"hits"`
	P         float64 `parquet:"p"`
	R         float64 `parquet:"r"`
	F1        float64 `parquet:"f1"`
	MAP       float64 `parquet:"map"`
	NDCG      float64 `parquet:"ndcg"`
	AlphaNDCG float64 `parquet:"alpha_ndcg"`
}

// Group holds the quality of the documents that have one value in a column of the user.
type Group struct {
	TestSet   string `parquet:"test_set"`
	Column    string `parquet:"column"`    // the column, as --by spells it
	Kind      string `parquet:"kind"`      // "value"; "rest" for smaller groups together; "none" for documents without a value
	Value     string `parquet:"value"`     // "" unless Kind is "value"
	Values    int64  `parquet:"values"`    // number of values: 1, that of the groups of the rest, or 0
	Documents int64  `parquet:"documents"` // a document with several values counts in each of its groups

	PresentAt5 GroupF1  `parquet:"present_at_5"`
	PresentAtM GroupF1  `parquet:"present_at_m"`
	AbsentAt5  GroupF1  `parquet:"absent_at_5"`
	AbsentAtM  GroupF1  `parquet:"absent_at_m"`
	Phrases    int64    `parquet:"phrases"`      // predictions that count, of both kinds
	ECE        *float64 `parquet:"ece,optional"` // calibration error of their scores, 0 to 1; nil if there are none or they are no probabilities
}

// GroupF1 is a macro F1 with the bounds of its 95 % bootstrap interval, which are nil without bootstrap. All lie in 0 to 1.
type GroupF1 struct {
	F1   float64  `parquet:"f1"`
	Low  *float64 `parquet:"low,optional"`
	High *float64 `parquet:"high,optional"`
}

// Filtered is a row of a corpus that the rules leave out.
type Filtered struct {
	File  string `parquet:"file"`
	Row   int64  `parquet:"row"` // from 1
	ID    string `parquet:"id"`
	Cause string `parquet:"cause"` // such as "blank" or "duplicate title"
	Of    string `parquet:"of"`    // id of the document that it repeats; "" for none
}

// Reject is a row of a corpus that could not be read, one line of rejects.jsonl.
type Reject struct {
	File   string `json:"file"`
	Row    int64  `json:"row"` // from 1
	Reason string `json:"reason"`
}

// TrainLog is one line of the training log: averages over the steps since the last line of the same split. A quantity
// that the line lacks is NaN.
type TrainLog struct {
	Step         int64   `parquet:"step"` // steps taken when the line was written
	Epoch        int32   `parquet:"epoch"`
	Split        string  `parquet:"split"` // "train" or "valid"
	Loss         float64 `parquet:"loss"`  // nats per token
	LearningRate float64 `parquet:"learning_rate"`
	GradNorm     float64 `parquet:"grad_norm"`  // before clipping
	NullShare    float64 `parquet:"null_share"` // share of ∅ among the targets of all slots
	LambdaAdp    float64 `parquet:"lambda_adp"` // mean over documents, equation 4
	// PotentialShare is the share of slots that took over a keyphrase (C_p), UnimportantShare the share left without
	// supervision (C_u). OtherHalfShare refers to the slots that found a keyphrase no slot had predicted: it is the
	// share of them whose keyphrase belongs to the other half.
	PotentialShare   float64 `parquet:"potential_share"`
	UnimportantShare float64 `parquet:"unimportant_share"`
	OtherHalfShare   float64 `parquet:"other_half_share"`
	SourceTokens     int64   `parquet:"source_tokens"` // read since the last line of the split
	TargetTokens     int64   `parquet:"target_tokens"` // tokens that divide the loss, since the last line of the split
}

// Assignment is the target given to one slot of one watched document.
type Assignment struct {
	Snapshot int64    `parquet:"snapshot"` // training step
	Document string   `parquet:"document"`
	Slot     int32    `parquet:"slot"`
	Target   []string `parquet:"target,list"` // words; empty for ∅
}

package schemas

// Document is one tokenised document, the row of the documents files.
type Document struct {
	// ID names the document: the corpus' own id, else file stem and line.
	ID string `parquet:"id"`
	// Title holds the title's tokens, lower-cased, numbers as <digit>. A title
	// that was not blank ends in the token "." that closes it.
	Title []string `parquet:"title,list"`
	// Body holds the tokens of the abstract or text.
	Body []string `parquet:"body,list"`
	// Present holds the keyphrases whose stems occur in the text, as token
	// lists in gold order (by first occurrence). Empty in an unlabelled corpus.
	Present [][]string `parquet:"present,list"`
	// Absent holds the other keyphrases, in the order they were given.
	Absent [][]string `parquet:"absent,list"`
	// Hash is the hexadecimal SHA-256 of title and body tokens.
	Hash string `parquet:"hash"`
	// TitleText and BodyText are the text as it was given, byte for byte. They are empty in training and validation
	// sets, which nobody reads and which they would make twice as large, and where tokens were given: there the tokens
	// joined by single blanks are the text.
	TitleText string `parquet:"title_text" json:",omitempty"`
	BodyText  string `parquet:"body_text" json:",omitempty"`
	// TitleSpans and BodySpans say where each token stands in that text, as Steps writes it. A token that the tokeniser
	// added is empty and stands at the end. Empty without a text.
	TitleSpans []int32 `parquet:"title_spans,list" json:",omitempty"`
	BodySpans  []int32 `parquet:"body_spans,list" json:",omitempty"`
}

// VocabRow is one word of the vocabulary; rows are in order of ID, the seven
// special tokens first, and the list is not cut to the model's size. The file's
// metadata says under UnicodeKey how the words came out of raw text.
type VocabRow struct {
	ID    int32  `parquet:"id"`
	Token string `parquet:"token"`
	Count int64  `parquet:"count"` // occurrences in training text; 0 for specials
}

// KnownPhrase is a phrase that training documents have as a keyphrase, or a word of their text; rows are in order of Stems.
type KnownPhrase struct {
	Stems     string `parquet:"stems"`     // Porter stems of its words, joined by blanks
	Targets   int64  `parquet:"targets"`   // training documents with it as a keyphrase, in their text or not; 0 for single words alone
	Documents int64  `parquet:"documents"` // training documents with it in their text
}

// Prediction is what infer says about one document.
type Prediction struct {
	ID      string   `parquet:"id"`
	Phrases []Phrase `parquet:"phrases,list"` // best first; empty if every slot gave ∅
}

// Phrase is one predicted keyphrase.
type Phrase struct {
	Phrase string   `parquet:"phrase"`      // tokens joined by blanks
	Tokens []string `parquet:"tokens,list"` // never empty
	// Score is the probability that the phrase is right, 0 to 1; of phrases as the slots say them (infer --choose slots,
	// and models without choice.json) it is SlotScore.
	Score     float32 `parquet:"score"`
	Present   bool    `parquet:"present"`   // its stems are a run of the document's stems
	Duplicate bool    `parquet:"duplicate"` // a phrase with the same stems stands higher; never where phrases are chosen
	// Slot is which of the model's slots said it, from 0; of several the surest; −1 if it stands in the text alone. Systems
	// of one slot (catseq, one2one) have here the phrase's place in what that slot wrote.
	Slot int32 `parquet:"slot"`
	// SlotScore is the mean probability of the words in that slot, 0 to 1, the score of the paper; of one2one it is Score, the
	// probability that its search goes by.
	SlotScore float32 `parquet:"slot_score"`
	// SlotsAgreeing is how many slots wrote a phrase of these stems, that one among them; 0 if it stands in the text
	// alone. Where phrases are chosen, slots that said ∅ are heard too.
	SlotsAgreeing int32 `parquet:"slots_agreeing"`
	// Start and End are where a present phrase first stands in the text that was given, in bytes from the beginning of
	// the field that Field names, "title" or "body"; Surface is what is written there. A document that was given as
	// tokens has their join by single blanks for a text. Absent phrases have nil and "", and so have present ones that
	// stand nowhere in one field: those that run from the title into the body, and the point that closes a title.
	Start   *int32 `parquet:"start,optional"`
	End     *int32 `parquet:"end,optional"`
	Field   string `parquet:"field"`
	Surface string `parquet:"surface"`
}

// Fields of a document that a phrase can stand in.
const (
	TitleField = "title"
	BodyField  = "body"
)

// Slot is what one slot of the model said about one document, for calibration
// and for the over-estimation of ∅.
type Slot struct {
	ID   string `parquet:"id"`
	Slot int32  `parquet:"slot"` // from 0; the first half are the present slots
	// NullProbability is the probability of ∅ at the first step.
	NullProbability float32 `parquet:"null_probability"`
	// FirstProbability is the probability of the first vanilla token.
	FirstProbability float32 `parquet:"first_probability"`
	// Vanilla is the greedy phrase; empty if the slot said ∅ or ended at once.
	Vanilla []string `parquet:"vanilla,list"`
	// VanillaProbability is the mean probability of Vanilla's words; that of ∅
	// where the slot said ∅; 0 where it ended at once.
	VanillaProbability float32 `parquet:"vanilla_probability"`
	// NonNull is the greedy phrase when ∅ is forbidden at every step.
	NonNull []string `parquet:"non_null,list"`
	// NonNullProbability is the mean probability of NonNull's words, 0 if it is empty.
	NonNullProbability float32 `parquet:"non_null_probability"`
}

// Score holds the metrics of one document and one kind of keyphrase.
type Score struct {
	TestSet     string  `parquet:"test_set"`
	ID          string  `parquet:"id"`
	Kind        string  `parquet:"kind"`        // "present", "absent" or "all"
	Predictions int32   `parquet:"predictions"` // of the kind, after filtering
	Targets     int32   `parquet:"targets"`     // of the kind, distinct stems
	At5         ScoreAt `parquet:"at_5"`
	At10        ScoreAt `parquet:"at_10"`
	AtM         ScoreAt `parquet:"at_m"` // k = number of predictions
	AtO         ScoreAt `parquet:"at_o"` // k = number of targets
	AtG         ScoreAt `parquet:"at_g"` // k = the larger of the two
}

// ScoreAt holds the metrics of the first k predictions, all but Hits in 0 to 1.
type ScoreAt struct {
	Hits      int32   `parquet:"hits"`
	P         float64 `parquet:"p"`
	R         float64 `parquet:"r"`
	F1        float64 `parquet:"f1"`
	MAP       float64 `parquet:"map"`
	NDCG      float64 `parquet:"ndcg"`
	AlphaNDCG float64 `parquet:"alpha_ndcg"`
}

// Filtered is a row of a corpus that the rules leave out.
type Filtered struct {
	File  string `parquet:"file"`
	Row   int64  `parquet:"row"` // from 1
	ID    string `parquet:"id"`
	Cause string `parquet:"cause"` // such as "blank" or "duplicate title"
	Of    string `parquet:"of"`    // the document it repeats; "" where it repeats none
}

// Reject is a row of a corpus that could not be read, a line of rejects.jsonl.
type Reject struct {
	File   string `json:"file"`
	Row    int64  `json:"row"` // from 1
	Reason string `json:"reason"`
}

// TrainLog is one line of the training log: an average over the steps since
// the last line of the same split. A quantity that a line does not have is NaN.
type TrainLog struct {
	Step         int64   `parquet:"step"` // steps taken when the line was written
	Epoch        int32   `parquet:"epoch"`
	Split        string  `parquet:"split"` // "train" or "valid"
	Loss         float64 `parquet:"loss"`  // a token
	LearningRate float64 `parquet:"learning_rate"`
	GradNorm     float64 `parquet:"grad_norm"`  // before clipping
	NullShare    float64 `parquet:"null_share"` // ∅ targets among all slots
	LambdaAdp    float64 `parquet:"lambda_adp"` // mean over documents, equation 4
	// PotentialShare is the share of slots that took over a keyphrase (C_p),
	// UnimportantShare of those left without supervision (C_u). OtherHalfShare
	// is, among the slots that found a keyphrase no slot had predicted, the
	// share of those whose keyphrase belongs to the other half.
	PotentialShare   float64 `parquet:"potential_share"`
	UnimportantShare float64 `parquet:"unimportant_share"`
	OtherHalfShare   float64 `parquet:"other_half_share"`
	SourceTokens     int64   `parquet:"source_tokens"` // read since the last line of the split
	TargetTokens     int64   `parquet:"target_tokens"` // that the loss is divided by, likewise
}

// Assignment is the target that one slot of one watched document was given.
type Assignment struct {
	Snapshot int64    `parquet:"snapshot"` // training step
	Document string   `parquet:"document"`
	Slot     int32    `parquet:"slot"`
	Target   []string `parquet:"target,list"` // words; empty for ∅
}

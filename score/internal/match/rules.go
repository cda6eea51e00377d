package match

// Rules are the flags of the authors' evaluation script, as settings of score. The zero Rules filters nothing.
type Rules struct {
	OneWordFilter bool `key:"one_word_filter" help:"keep only the first one-word prediction"` // repeated and invalid ones count as first, too
	KeepUnk       bool `key:"keep_unk" help:"keep predictions that contain <unk>"`
	ValidFilter   bool `key:"valid_filter" help:"drop predictions with a comma, full stop or <unk>"`
	MengPrecision bool `key:"meng_precision" help:"with --released: P@k divides by min(k, predictions)"` // of the measures alone
	MatchByStr    bool `key:"match_by_str" help:"a phrase is present if it is a substring of the text, even inside words"`
	NumPreds      int  `key:"num_preds" range:"[0,)" help:"number of predictions that count per document; 0: all"`
}

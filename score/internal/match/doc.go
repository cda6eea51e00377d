// Package match decides, for one document, which predicted phrases count and which of them are right. In this order
// it
//
//  1. keeps the first NumPreds predictions
//  2. stems every word of source, targets and predictions
//  3. drops a prediction that repeats the stems of a higher one, then those with ",", "." or <unk> as a word
//  4. drops a target that repeats the stems of a higher one; nothing else filters targets
//  5. calls a phrase present if its stems are consecutive in the source (title, then body), and absent otherwise
//  6. calls a prediction a hit if a target has the same stems, and the same signs, if any are given
//
// The same test splits predictions and targets, each on its own, so a prediction and the target it equals are always
// of one kind.
//
// Order and rules are those of the authors' released evaluation script with the flags of their run. Rules has the
// other flags.
package match

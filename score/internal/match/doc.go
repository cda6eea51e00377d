// Package match decides, for one document, which predicted phrases count and
// which of them are right. What it does, in this order:
//
//  1. keep the first Limit predictions
//  2. stem every word of source, targets and predictions
//  3. drop a prediction whose stems stood higher, then those with "," or "."
//     or <unk> as a word
//  4. drop a target whose stems stood higher; targets are never filtered else
//  5. call a phrase present if its stems are a contiguous run of the source's
//     stems (title and body, one after the other), absent otherwise
//  6. call a prediction a hit if a target has the same stems
//
// Predictions and targets are split by the same test, each on its own, so a
// prediction and the target it equals are always of one kind.
//
// The order and the rules are those of the authors' released evaluation
// script under the flags of their run; Rules has its other flags.
package match

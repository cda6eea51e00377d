// Package pretrained is the model that is part of program infer: what labels where no --model is given.
//
// The folder model holds the five files of a model folder as train refit --store int8 writes them, and the card
// that says what the model was trained on, how, and how good it is. Builds with the tag nomodel leave it out.
package pretrained

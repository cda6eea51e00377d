// Package pretrained holds the built-in model, with which infer labels without --model.
//
// The folder model holds the seven files of a model folder as train refit --store int8 --fast on writes them, and the model card: training
// data, recipe and measurements. Builds with the tag nomodel leave it out.
package pretrained

// Package pretrained holds the built-in model, with which infer labels without --model.
//
// The folder model holds the seven files of a model folder as train refit --store int8 --fast on writes them, and the model card: training
// data, recipe and measurements. SHA256SUMS spares every start to compute the digests. Builds with the tag nomodel leave the model out.
package pretrained

//go:generate sh -c "cd model && sha256sum *.json *.parquet *.safetensors > SHA256SUMS"

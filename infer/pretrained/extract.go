package pretrained

import _ "embed"

// Extract is the model file of package extract, for documents that the network was not trained for.
//
//go:embed extract.json
var Extract []byte

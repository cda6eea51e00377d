package pretrained

import _ "embed"

// Extract is the file of the model for documents that the network is not for, see package extract.
//
//go:embed extract.json
var Extract []byte

package config

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// Limits of a pipeline.yaml. The parser calls itself for every level and keeps the path of each: 20,000 brackets in each
// other took 700 MB, and 200,000 took 24 GB.
const (
	maxFile   = 64 << 10 // bytes
	maxNested = 1000     // brackets, dashes, anchors and the like, of which each may stand in the one before
)

// tokens cuts the file into what the parser is given, unless it is larger or has more that may be nested than the limits. Blocks that
// are nested by indentation are bounded by the size of the file: each level makes its lines longer.
func tokens(file string) (token.Tokens, error) {
	// A pipe that nobody writes to would keep Open waiting for ever.
	if info, err := os.Stat(file); err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0 {
		return nil, fmt.Errorf("%s: is a pipe; write the settings into a file", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s:%d: the file has more than the %d bytes that are allowed", file, bytes.Count(data, []byte("\n"))+1, maxFile)
	}
	all := lexer.Tokenize(string(data))
	nested := 0
	for _, t := range all {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType, token.SequenceEntryType, token.MappingKeyType, token.AnchorType, token.TagType, token.DocumentHeaderType:
			nested++
		}
		if nested > maxNested {
			return nil, fmt.Errorf("%s:%d: more than the %d brackets, dashes and anchors that are allowed", file, t.Position.Line, maxNested)
		}
	}
	return all, nil
}

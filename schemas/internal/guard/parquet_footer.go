package guard

import (
	"encoding/binary"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// CheckFooter checks the footer's length against the file, and every length and count in the footer against its bytes.
// The library, which decodes the footer next, then allocates no more than the bytes justify. It returns the footer.
func CheckFooter(file io.ReaderAt, size int64) (footer []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = Caught(p)
		}
	}()
	if size < 12 {
		return nil, Damaged("%d bytes are too few for a Parquet file", size)
	}
	var tail [8]byte
	if _, err := file.ReadAt(tail[:], size-8); err != nil {
		return nil, err
	}
	if string(tail[4:]) != "PAR1" {
		return nil, Damaged("it does not end as a Parquet file (cut short?)")
	}
	length := int64(binary.LittleEndian.Uint32(tail[:4]))
	if length > size-12 {
		return nil, Damaged("a footer of %d bytes in a file of %d", length, size)
	}
	footer = make([]byte, length)
	if _, err := file.ReadAt(footer, size-8-length); err != nil {
		return nil, err
	}
	(&walker{rest: footer}).structure(0)
	return footer, checkSchema(footer)
}

// maxGroups is the depth of the groups of a schema: the library keeps the path of each column and recurses.
const maxGroups = 32

// checkSchema checks how deep the groups of a schema are nested.
func checkSchema(footer []byte) error {
	var file struct {
		Schema []format.SchemaElement `thrift:"2,required"`
	}
	var protocol thrift.CompactProtocol
	if err := thrift.NewDecoder(protocol.NewReaderFromBytes(footer)).Decode(&file); err != nil {
		return Damaged("the footer cannot be decoded")
	}
	var open []int64 // children to come of the groups that contain the next column
	for _, element := range file.Schema {
		for len(open) > 0 && open[len(open)-1] == 0 {
			open = open[:len(open)-1]
		}
		if n := len(open); n > 0 {
			open[n-1]--
		}
		if children := element.NumChildren; children.Valid && children.V > 0 {
			open = append(open, int64(children.V))
		}
		if len(open) > maxGroups {
			return Damaged("more than %d groups of columns within each other", maxGroups)
		}
	}
	return nil
}

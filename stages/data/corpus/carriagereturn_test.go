package corpus

import (
	"bytes"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestReturnsInData: in a file that is not text, a byte that would be a carriage return in text stays what it is.
func TestReturnsInData(t *testing.T) {
	type row struct{ Title string }
	for n := 1; ; n++ {
		var data bytes.Buffer
		title := strings.Repeat("r", n)
		if err := parquet.Write(&data, []row{{title}}); err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(data.Bytes(), '\r') < 0 || bytes.IndexByte(data.Bytes(), '\n') >= 0 {
			continue
		}
		got, err := read(t, write(t, "a.parquet.gz", zipped(t, data.Bytes())), "", Auto)
		if err != nil || len(got) != 1 || !strings.Contains(got[0], title) {
			t.Errorf("title of %d letters: %q, %v", n, got, err)
		}
		return
	}
}

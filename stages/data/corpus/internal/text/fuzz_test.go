package text

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// FuzzText checks the records of arbitrary pairs of lines.
func FuzzText(f *testing.F) {
	f.Add("a . <eos> b", "x;<peos>;y z")
	f.Add("  ", "")
	f.Add("<eos>", ";;<peos>;<peos>")
	f.Fuzz(func(t *testing.T, src, trg string) {
		p := &tokenised{lines{source: file.NewLines(&file.File{Path: "f"}), target: &file.Lines{}, stem: "f"}}
		rec, err := p.Parse(&record.Unparsed{Row: 1, Text: []byte(src), Target: []byte(trg)})
		if err != nil {
			return
		}
		if len(rec.BodyTokens) == 0 {
			t.Errorf("%q has no body", src)
		}
		if want := strings.Count(trim(trg), ";") + 1; rec.Entries() != want {
			t.Errorf("%q has %d entries, want %d", trg, rec.Entries(), want)
		}
		if rec.Bar > len(rec.Phrases) {
			t.Errorf("%q: %d phrases before the bar, %d in all", trg, rec.Bar, len(rec.Phrases))
		}
	})
}

package sheet

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// FuzzParts reads workbooks of arbitrary parts. A fuzzer of the archive's bytes would fail at its checksums.
func FuzzParts(f *testing.F) {
	f.Add(`<sheet name="a" id="r"/>`, `<Relationship Id="r" Type="worksheet" Target="s.xml"/>`, `<cellXfs><xf numFmtId="14"/><xf numFmtId="1"/></cellXfs><numFmt numFmtId="1" formatCode="[Red]yy&quot;"/>`,
		`<si><t>title</t></si><si><r><t>_x0041_</t></r></si>`,
		`<sheetData><row r="1"><c t="s"><v>0</v></c></row><row r="3"><c r="A3" s="0"><v>1.5</v></c></row><row><c t="inlineStr"><is><t>a</t></is></c><c><f/></c></row></sheetData>`, "")
	f.Add("", "", "", "", "", `<table name="a"><table-row number-rows-repeated="2"><table-cell number-columns-repeated="3"><p>title<s c="2"/></p></table-cell></table-row>`+
		`<table-header-rows><table-row><table-cell value-type="float" value="1e5"/><covered-table-cell/></table-row></table-header-rows></table>`)
	f.Fuzz(func(t *testing.T, book, relations, styles, shared, sheet, ods string) {
		path := filepath.Join(t.TempDir(), "f")
		to, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		z := zip.NewWriter(to)
		parts := [][2]string{{"[Content_Types].xml", ""}, {"xl/workbook.xml", book}, {"xl/_rels/workbook.xml.rels", relations}, {stylesPart, styles}, {sharedStrings, shared}, {"xl/s.xml", sheet}}
		if ods != "" {
			parts = [][2]string{{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"}, {"content.xml", ods}}
		}
		for _, p := range parts {
			w, err := z.Create(p[0])
			if err != nil {
				t.Fatal(err)
			}
			w.Write([]byte(p[1]))
		}
		if z.Close() != nil || to.Close() != nil {
			t.Fatal("not written")
		}
		names, err := record.DefaultColumns().Ready()
		if err != nil {
			t.Fatal(err)
		}
		in, err := file.Open(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		s, err := Open(in, "", "", names)
		if err != nil {
			return
		}
		defer s.Close()
		var u record.Unparsed
		for last := int64(0); ; last = u.Row {
			if err := s.Next(&u); err != nil {
				return
			}
			if u.Row <= last || u.Row > maxRows {
				t.Fatalf("row %d follows row %d", u.Row, last)
			}
			if rec, err := s.Parse(&u); err == nil && rec.ID == "" {
				t.Fatal("a record without an id")
			}
		}
	})
}

package corpus

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// archived returns a ZIP archive of parts: name, content, name, content …
func archived(t testing.TB, parts ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		if err == nil {
			_, err = w.Write([]byte(parts[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// excel returns a workbook with a hidden sheet, a chart and two sheets, of which first has these rows and shared texts.
func excel(t testing.TB, shared, rows string, more ...string) []byte {
	relation := func(id, kind, target string) string {
		return fmt.Sprintf(`<Relationship Id="%s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s"/>`, id, kind, target)
	}
	return archived(t, append([]string{
		"xl/worksheets/sheet2.xml", `<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:dimension ref="A1"/><x:sheetData>` + rows + `</x:sheetData><x:mergeCells/></x:worksheet>`,
		"xl/worksheets/sheet1.xml", `<worksheet><sheetData><row><c t="inlineStr"><is><t>no</t></is></c></row></sheetData></worksheet>`,
		"xl/worksheets/sheet3.xml", `<worksheet><sheetData><row><c t="inlineStr"><is><t>text</t></is></c></row><row r="7"><c t="str"><v>third</v></c></row></sheetData></worksheet>`,
		"xl/workbook.xml", `<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="secret" state="hidden" sheetId="1" r:id="a"/><sheet name="Chart" sheetId="2" r:id="d"/>` +
			`<sheet name="Größe &amp; Co" sheetId="9" r:id="b"/><sheet name="third" sheetId="3" r:id="c"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships>` + relation("a", "worksheet", "worksheets/sheet1.xml") + relation("b", "worksheet", "/xl/worksheets/sheet2.xml") +
			relation("c", "worksheet", "worksheets/sheet3.xml") + relation("d", "chartsheet", "chartsheets/sheet1.xml") + `</Relationships>`,
		"xl/styles.xml", `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\.mm\.yyyy;@"/><numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="[h]:mm"/>` +
			`<numFmt numFmtId="167" formatCode="0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/>` +
			`<xf numFmtId="166"/><xf numFmtId="22"/><xf numFmtId="167"/></cellXfs></styleSheet>`,
		"xl/sharedStrings.xml", `<sst>` + shared + `</sst>`,
		"_rels/.rels", `<Relationships>` + relation("w", "officeDocument", "xl/workbook.xml") + `</Relationships>`,
		"[Content_Types].xml", `<Types/>`}, more...)...)
}

// calc returns an .ods file whose first sheet is hidden and whose second has these rows.
func calc(t testing.TB, rows string) []byte {
	return archived(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml",
		`<office:document-content><office:automatic-styles><style:style style:name="h"><style:table-properties table:display="false"/></style:style></office:automatic-styles>`+
			`<office:body><office:spreadsheet><table:table table:name="secret" table:style-name="h"><table:table-row><table:table-cell><text:p>no</text:p></table:table-cell></table:table-row></table:table>`+
			`<table:table table:name="Größe &amp; Co"><table:table-column table:number-columns-repeated="16384"/>`+rows+`</table:table>`+
			`<table:table table:name="third"><table:table-row><table:table-cell><text:p>text</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="5"><table:table-cell/></table:table-row>`+
			`<table:table-row><table:table-cell><text:p>third</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
		"META-INF/manifest.xml", `<manifest/>`)
}

// Rows of a workbook of every kind of cells.
var (
	//go:embed testdata/sheet/sharedTexts.xml
	sharedTexts string
	//go:embed testdata/sheet/excelRows.xml
	excelRows string
	//go:embed testdata/sheet/calcRows.xml
	calcRows string
)

// TestWorkbooks: a workbook is detected by content, whatever its name and compression. Its rows have the values and row
// numbers that a spreadsheet shows, with dates as dates and without exponents.
func TestWorkbooks(t *testing.T) {
	for _, c := range []struct {
		kind string
		data []byte
		want []string
	}{
		{"xlsx", excel(t, sharedTexts, excelRows), []string{
			`4 120000 " a\r\n<b> _x_ " "computed" ["k" " l"] missing []`,
			`5 00123 "2020-03-01" "2020-03-01 12:30:00" [] missing []`,
			`6 1234567890123456 "1.5" "0.1" [] missing []`,
			`7 pool-7 "true" "2.5" [] missing []`,
			`9 reject cell C9 has the error #N/A`,
			`10 reject cell C10 is a formula that was never computed: open the file in a spreadsheet and save it`,
			`11 pool-11 "2020-01-02 03:04:05" "" [] missing []`,
			`12 reject cell C12 is a formula that was never computed: open the file in a spreadsheet and save it`,
			`13 pool-13 "" "d" [] missing []`,
		}},
		{"ods", calc(t, calcRows), []string{
			`4 120000 "a <b>  _x_\nc\td\ne" "computed" ["k" " l"] missing []`,
			`5 00123 "2020-03-01" "2020-03-01 12:30:00" [] missing []`,
			`6 pool-6 "true" "" [] missing []`,
			`7 pool-7 "true" "" [] missing []`,
			`1008 reject cell D1008 is a formula that was never computed: open the file in a spreadsheet and save it`,
		}},
	} {
		for name, data := range map[string][]byte{"pool." + c.kind: c.data, "pool.txt": c.data, "pool.gz": zipped(t, c.data), "pool.csv.zst": zstded(t, c.data)} {
			path, said := write(t, name, data), ""
			for _, format := range []Format{Auto, Format(c.kind)} {
				r, err := openFile(path, "", Options{Settings: Settings{Format: string(format)}, Say: func(line string) { said = line }})
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				got, err := outcome(r)
				if err != nil || !reflect.DeepEqual(got, c.want) {
					t.Errorf("%s as %s: %v\n%s\nwant\n%s", name, format, err, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
				}
				r.Close()
				if want := c.kind + `, sheet "Größe & Co" (others: "secret" "third"); read id=id title=Titel text=abstract keywords=keywords; not read: an unnamed column`; !strings.HasSuffix(said, want) {
					t.Errorf("said %q, want %q", said, want)
				}
			}
			if known, err := Recognises(path, nil); !known || err != nil {
				t.Errorf("%s is not known in a folder: %v", name, err)
			}
		}
		s := DefaultSettings()
		s.Sheet = "third"
		r, err := openFile(write(t, "f", c.data), "", s.Options(true, nil))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := outcome(r); err != nil || len(got) != 1 || got[0] != `7 f-7 "" "third" [] missing [title keywords]` {
			t.Errorf("%s: another sheet has %q, %v", c.kind, got, err)
		}
		r.Close()
	}
	if known, err := Recognises(write(t, "~$pool.xlsx", []byte("x")), nil); known || err != nil {
		t.Errorf("a note that a workbook is open counts as one: %v", err)
	}
}

// TestDates compares dates with those of Excel, which counts from 1900, with a 29 February, or from 1904.
func TestDates(t *testing.T) {
	for _, c := range []struct {
		since, number, want string
	}{
		{"", "1", "1900-01-01"}, {"", "59.5", "1900-02-28 12:00:00"}, {"", "60", "1900-02-28"}, {"", "61", "1900-03-01"}, {"", "45351", "2024-02-29"}, {"", "0.75", "18:00:00"},
		{"", "2958465", "9999-12-31"}, {"", "2958466", "2958466"}, {"", "-1", "-1"}, {"", "1234567890123456789", "1234567890123456789"}, {"", "1.5E+16", "15000000000000000"}, {"", "45351.99999", "2024-02-29 23:59:59"}, {"", "45351.999999", "2024-03-01"},
		{"1", "0", "1904-01-01"}, {"true", "43889", "2024-02-29"},
	} {
		data := excel(t, "", `<row><c t="str"><v>title</v></c></row><row><c s="1"><v>`+c.number+`</v></c></row>`)
		if c.since != "" {
			data = archivedWith(t, data, "xl/workbook.xml", "<workbookPr/>", `<workbookPr date1904="`+c.since+`"/>`)
		}
		got, err := read(t, write(t, "d.xlsx", data), "", Auto)
		if want := fmt.Sprintf("2 d-2 %q", c.want); err != nil || len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
	}
}

// archivedWith returns an archive in which a text of a part is replaced.
func archivedWith(t testing.TB, data []byte, part, old, new string) []byte {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, f := range z.File {
		var b bytes.Buffer
		r, err := f.Open()
		if err == nil {
			_, err = b.ReadFrom(r)
		}
		if err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if f.Name == part {
			if !strings.Contains(text, old) {
				t.Fatalf("%s has no %s", part, old)
			}
			text = strings.Replace(text, old, new, 1)
		}
		parts = append(parts, f.Name, text)
	}
	return archived(t, parts...)
}

// TestBadWorkbooks: each is refused with an error that gives file, place, cause and remedy.
func TestBadWorkbooks(t *testing.T) {
	good, goodODS := excel(t, sharedTexts, excelRows), calc(t, calcRows)
	content := func(tables string) []byte {
		return archived(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", "<a>"+tables+"</a>")
	}
	locked := bytes.Clone(goodODS)
	flip := func(data []byte, at string) []byte {
		data = bytes.Clone(data)
		data[bytes.Index(data, []byte(at))+len(at)+20] ^= 0x55
		return data
	}
	head := `<row><c t="str"><v>title</v></c></row>`
	ods := func(rows string) []byte {
		return calc(t, `<table:table-row><table:table-cell><text:p>title</text:p></table:table-cell></table:table-row>`+rows)
	}
	with := func(o Options, sheet string) Options { o.Sheet = sheet; return o }
	for _, c := range []struct {
		name    string
		data    []byte
		options Options
		want    string
	}{
		{"cut short", good[:len(good)/2], Options{}, "it is cut short, or not a ZIP archive; copy or download it again"},
		{"no archive", []byte("id;title"), Options{Settings: Settings{Format: "xlsx"}}, "it is cut short, or not a ZIP archive"},
		{"a flipped byte", flip(good, "xl/worksheets/sheet2.xml"), Options{}, "copy or download it again"},
		{"a ZIP archive", archived(t, "a.csv", "title"), Options{}, "is a ZIP archive without a workbook; save it as .xlsx, .ods or CSV, or unpack it"},
		{"Word", archived(t, "[Content_Types].xml", "", "word/document.xml", ""), Options{}, "without a workbook"},
		{"xlsb", archived(t, "[Content_Types].xml", "", "xl/workbook.bin", ""), Options{}, "without a workbook"},
		{"odt", archived(t, "mimetype", "application/vnd.oasis.opendocument.text"), Options{}, "without a workbook"},
		{"another kind", good, Options{Settings: Settings{Format: "ods"}}, "is xlsx, not ods; leave out --format"},
		{"another kind", goodODS, Options{Settings: Settings{Format: "xlsx"}}, "is ods, not xlsx"},
		{"no such sheet", good, with(Options{}, "Third"), `has no sheet "Third"; give --sheet one of: "secret" "Größe & Co" "third"`},
		{"no such sheet", goodODS, with(Options{}, "x"), `has no sheet "x"; give --sheet one of`},
		{"the chart", good, with(Options{}, "Chart"), `has no sheet "Chart"`},
		{"no sheets", []byte("title\na\n"), with(Options{}, "x"), "has no sheets; leave out --sheet"},
		{"wrong columns", excel(t, "", `<row r="4"><c t="str"><v>Export 2024</v></c></row>`), with(Options{}, "Größe & Co"),
			`sheet "Größe & Co", row 4: no column of the 1, "Export 2024", is called title, abstract, body, text, summary or content; put the header into the first row; or name its columns by --columns`},
		{"wrong columns", calc(t, `<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>`), with(Options{}, "Größe & Co"), `sheet "Größe & Co", row 1: no column of the 1, "x", is called`},
		{"rows backwards", excel(t, "", head+`<row r="3"><c r="A3"><v>1</v></c></row><row r="3"/>`), Options{}, `sheet "Größe & Co", after row 3: the file is damaged: row "3" follows row 3`},
		{"cells backwards", excel(t, "", head+`<row><c r="B2"/><c r="A2"/></row>`), Options{}, `row 2: cell "A2" follows cell B`},
		{"column beyond", excel(t, "", head+`<row><c r="XFE2"/></row>`), Options{}, `"XFE2" is not a cell`},
		{"row beyond", excel(t, "", head+`<row r="1048577"/>`), Options{}, "row 1048577 is beyond the last row of a sheet"},
		{"rows beyond", ods(`<table:table-row table:number-rows-repeated="1048576"><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>`), Options{}, "row 1048577 is beyond the last row"},
		{"columns beyond", ods(`<table:table-row><table:table-cell table:number-columns-repeated="16385"><text:p>a</text:p></table:table-cell></table:table-row>`), Options{}, "row 2: more than 16384 columns"},
		{"no number", ods(`<table:table-row table:number-rows-repeated="0"/>`), Options{}, `number-rows-repeated is "0"`},
		{"no shared text", excel(t, sharedTexts, head+`<row><c t="s"><v>5</v></c></row>`), Options{}, `a cell has the shared text "5", and there are 5`},
		{"unclosed", archivedWith(t, good, "xl/worksheets/sheet2.xml", "</x:sheetData><x:mergeCells/></x:worksheet>", ""), Options{}, "xl/worksheets/sheet2.xml: it ends in the middle"},
		{"unclosed", archivedWith(t, goodODS, "content.xml", "</table:table></office:spreadsheet></office:body></office:document-content>", ""), with(Options{}, "third"), "content.xml: it ends in the middle"},
		{"no XML", archivedWith(t, good, "xl/worksheets/sheet2.xml", "<x:row r=\"4\">", "<x:row r=4>"), Options{}, "after row 3: the file is damaged: xl/worksheets/sheet2.xml: line 2: unquoted"},
		{"no sheet part", archivedWith(t, good, "xl/_rels/workbook.xml.rels", "sheet2", "sheet22"), Options{}, "xl/worksheets/sheet22.xml is missing"},
		{"locked", archivedWith(t, locked, "META-INF/manifest.xml", "<manifest/>", "<encryption-data/>"), Options{}, "is protected by a password; save it without one"},
		{"an endless row", excel(t, "", head+`<row>`+strings.Repeat(`<c><v>1</v></c>`, 20000)+`</row>`), Options{}, "more than 16384 columns"},
		{"an endless text", excel(t, "", head+`<row><c t="str"><v>`+strings.Repeat("a", MaxLine)+`</v></c></row>`), Options{}, "after row 1: the file is damaged: xl/worksheets/sheet2.xml: a row or text of more than 8388608 bytes"},
		{"an endless shared text", excel(t, `<si><t>`+strings.Repeat("=", 2<<20)+`</t></si>`, head), Options{}, "xl/sharedStrings.xml: a row or text of more than"},
		{"a text in many cells", excel(t, `<si><t>`+strings.Repeat("a", 1<<20)+`</t></si>`, head+`<row>`+strings.Repeat(`<c t="s"><v>0</v></c>`, 1<<14)+`</row>`), Options{}, "a row or text of more than"},
		{"endless attributes", excel(t, "", head+`<row`+strings.Repeat(` a=""`, 2<<20)+`/>`), Options{}, "a row or text of more than"},
		{"blanks for nothing", ods(`<table:table-row><table:table-cell><text:p>` + strings.Repeat(`<text:s text:c="2000000"/>`, 100) + `</text:p></table:table-cell></table:table-row>`), Options{}, "a row or text of more than"},
		{"a text in repeated cells", ods(`<table:table-row><table:table-cell table:number-columns-repeated="32"><text:p>` + strings.Repeat("a", 1<<20) + `</text:p></table:table-cell></table:table-row>`),
			Options{}, "after row 1: the file is damaged: content.xml: a row or text of more than"},
		{"a name in repeated cells", content(`<table name="a"><table-row><table-cell number-columns-repeated="16384"><p>` + strings.Repeat("a", 1<<12) + `</p></table-cell></table-row></table>`),
			Options{}, "content.xml: a row or text of more than"},
		{"names of sheets", content(strings.Repeat(`<table name="`+strings.Repeat("a", 1<<20)+`"/>`, 5)), Options{}, "content.xml: names of more than 4194304 bytes"},
		{"names of styles", content(strings.Repeat(`<style name="`+strings.Repeat("a", 1<<20)+`"/><table-properties display="false"/>`, 5)), Options{}, "content.xml: names of more than"},
		{"sheets without end", content(strings.Repeat(`<table/>`, 1<<16+1)), Options{}, "content.xml: names of more than"},
		{"deep", excel(t, "", head+`<row>`+strings.Repeat(`<a>`, 1<<16)), Options{}, "more than 4096 tags within each other"},
		{"deep", ods(`<table:table-row><table:table-cell><text:p>` + strings.Repeat(`<text:span>`, 1<<13)), Options{}, "content.xml: more than 4096 tags within each other"},
	} {
		path := write(t, "f", c.data)
		r, err := openFile(path, "", c.options)
		if err == nil {
			_, err = outcome(r)
			r.Close()
		}
		var broken *schemas.FileError
		if !errors.As(err, &broken) || broken.File != path || broken.Remedy == "" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
	for format, name := range map[string]string{"csv": "a", "auto": ""} {
		s := DefaultSettings()
		s.Format, s.Sheet = format, name
		if err := s.Check(false); (err == nil) != (format == "auto") {
			t.Errorf("a sheet of %s: %v", format, err)
		}
	}
}

// TestDamagedWorkbook: whichever byte is wrong (every fifth is tried), an error names the file, also the one that closing finds, because it is in what
// was read ahead.
func TestDamagedWorkbook(t *testing.T) {
	draw := rand.New(rand.NewPCG(4, 0))
	rows := `<x:row><x:c t="inlineStr"><x:is><x:t>title</x:t></x:is></x:c></x:row>`
	for range 150 {
		rows += fmt.Sprintf(`<x:row><x:c t="inlineStr"><x:is><x:t>%d</x:t></x:is></x:c></x:row>`, draw.Uint64())
	}
	good := excel(t, sharedTexts, rows)
	path, wrong := t.TempDir()+"/w.xlsx", 0
	for i := 0; i < len(good); i += 5 {
		bad := bytes.Clone(good)
		bad[i] ^= 1 << (i % 8)
		if err := os.WriteFile(path, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := openFile(path, "", Options{Settings: Settings{Format: "xlsx"}})
		if err == nil {
			err = r.Close()
		}
		if named := (*schemas.FileError)(nil); err != nil && (!errors.As(err, &named) || named.File != path) {
			if wrong++; wrong < 4 {
				t.Errorf("byte %d: %v", i, err)
			}
		}
	}
}

// TestSharedTextsMemory: of many shared texts, memory holds only the first ones and the places of all.
func TestSharedTextsMemory(t *testing.T) {
	const n = 1 << 18
	var shared, rows strings.Builder
	shared.WriteString("<si><t>title</t></si>")
	rows.WriteString(`<row><c t="s"><v>0</v></c></row>`)
	for i := range n - 1 {
		fmt.Fprintf(&shared, "<si><t>%0200d</t></si>", i)
		if i%1000 == 999 {
			fmt.Fprintf(&rows, `<row><c t="s"><v>%d</v></c></row>`, n-1-i)
		}
	}
	path := write(t, "f.xlsx", excel(t, shared.String(), rows.String()))
	shared.Reset()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r, err := openFile(path, "", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 32<<20 {
		t.Errorf("%d MiB for %d texts of 200 bytes", grown>>20, n)
	}
	var u Unparsed
	for i := 999; i < n-1; i += 1000 {
		if err := r.Next(&u); err != nil {
			t.Fatal(err)
		}
		if got, err := r.Parse(&u); err != nil || got.Title != fmt.Sprintf("%0200d", n-2-i) {
			t.Fatalf("row of %d: %s, %v", i, got.Title, err)
		}
	}
}

// TestPipedWorkbook: a workbook in a pipe is read through a temporary file.
func TestPipedWorkbook(t *testing.T) {
	pipe(t, calc(t, calcRows))
	got, err := read(t, "-", "", Auto)
	if err != nil || len(got) != 5 || !strings.HasPrefix(got[1], `5 00123 "2020-03-01"`) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestSheetsAlike: other sheets with the columns of the one that is read are named, and hidden and filtered rows are counted once.
func TestSheetsAlike(t *testing.T) {
	row := func(mark string, cells ...string) (s string) {
		for _, c := range cells {
			s += `<c t="inlineStr"><is><t>` + c + `</t></is></c>`
		}
		return "<row" + mark + ">" + s + "</row>"
	}
	calcRow := func(mark, text string) string {
		return `<table:table-row` + mark + `><table:table-cell><text:p>` + text + `</text:p></table:table-cell></table:table-row>`
	}
	for want, data := range map[string][]byte{
		`2 rows that are hidden`: excel(t, "", row("", "text")+row(` hidden="1"`, "Moors are wet")+row(` hidden="true"`)+row(` hidden="0"`, "Bees")+row(` hidden="true"`, "Fens")),
		`3 rows that are hidden`: calc(t, calcRow("", "text")+calcRow(` table:visibility="filter" table:number-rows-repeated="2"`, "Moors")+calcRow(` table:visibility="collapse"`, "Bees")+
			calcRow(` table:visibility="visible"`, "Fens")),
	} {
		got := said(t, write(t, "f", data), true)
		alike := `f: only the sheet "Größe & Co" is read; other sheets have the same columns, which --sheet names one by one: "third"`
		hidden := `f: sheet "Größe & Co" has ` + want + ` or filtered out; they are read like the others`
		if got[0] != alike || !slices.Contains(got, hidden) {
			t.Errorf("got\n%s\nwant\n%s\n%s", strings.Join(got, "\n"), alike, hidden)
		}
	}
	got := said(t, write(t, "f", excel(t, "", row("", "text", "n")+row("", "Moors", "1"))), true)
	if len(got) != 2 {
		t.Errorf("a sheet with other columns: %q", got)
	}
}

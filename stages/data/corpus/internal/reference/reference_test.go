package reference

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// files has two entries in each format; both have the title, the text and the keywords that TestRead wants.
var files = map[Format]string{
	BibTeX: "% A library.\n@string{rj = {Roof Journal}}\n@comment{jabref-meta: x;}\n\n@article{roof1,\n  title = {{Lichen} on Roofs},\n  journal = rj # { A},\n  year = 2020,\n  abstract = \"It {\"}grows{\"} slowly.\",\n  keywords = {lichen, roofs}\n}\n\n" +
		"@Misc(roof2,\n\tTitle\t= {Lichen on Roofs},\n\tAbstract = {It \"grows\"\n\t\tslowly.},\n\tauthor_keywords = {lichen; roofs},\n\tkeywords={moss},\n)\n",
	RIS: "TY  - JOUR\r\nTI  - Lichen on Roofs\r\nAU  - Doe, J\r\nAB  - It \"grows\"\r\nslowly.\r\nKW  - lichen\r\nKW  - roofs\r\nID  - roof1\r\nER  - \r\n\r\n" +
		"TY  - CONF\r\nT1  - Lichen on Roofs\r\nN2  - It \"grows\" slowly.\r\nKW  - lichen\r\nKW  - roofs\r\nDO  - roof2\r\nER  -\r\n",
	MEDLINE: "\nPMID- roof1\nOWN - NLM\nTI  - Lichen on\n      Roofs\nAB  - It \"grows\" slowly.\nOT  - *lichen\nOT  - roofs\n\nPMID- roof2\nTI  - Lichen on Roofs\nAB  - It \"grows\" slowly.\nOT  - lichen\nOT  - roofs\n",
	WebOfScience: "FN Clarivate Analytics Web of Science\nVR 1.0\nPT J\nAU Doe, J\n   Roe, J\nTI Lichen on\n   Roofs\nDE lichen;\n   roofs\nID MOSS\nAB It \"grows\" slowly.\nUT roof1\nER\n\n" +
		"PT J\nTI Lichen on Roofs\nDE lichen; roofs\nAB It \"grows\" slowly.\nUT roof2\nER\n\nEF\n",
	EndNote: "%0 Journal Article\n%T Lichen on Roofs\n%X It \"grows\"\nslowly.\n%K lichen\nroofs\n%M roof1\n\n%0 Book\n%T Lichen on Roofs\n%X It \"grows\" slowly.\n%K lichen; roofs\n%M roof2\n",
	PubMed: `<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "x.dtd"><PubmedArticleSet>` + "\n" +
		`<PubmedArticle><MedlineCitation><PMID Version="1">roof1</PMID><Article><ArticleTitle>Lichen <i>on</i> Roofs</ArticleTitle><Abstract><AbstractText>It &quot;grows&quot; slowly.</AbstractText></Abstract></Article>` +
		`<KeywordList><Keyword MajorTopicYN="N">lichen</Keyword><Keyword>roofs</Keyword></KeywordList><CommentsCorrectionsList><CommentsCorrections><PMID>9</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation></PubmedArticle>` + "\n" +
		`<PubmedBookArticle><BookDocument><PMID>roof2</PMID><Book><BookTitle>Lichen on Roofs</BookTitle></Book><Abstract><AbstractText>It "grows" slowly.</AbstractText></Abstract><KeywordList><Keyword>lichen</Keyword><Keyword>roofs</Keyword></KeywordList></BookDocument></PubmedBookArticle></PubmedArticleSet>`,
	EuropePMC: `<?xml version="1.0"?><responseWrapper><hitCount>2</hitCount><resultList>` + result("roof1") + "\n" + result("roof2") + `</resultList></responseWrapper>`,
	JATS:      `<pmc-articleset>` + article("roof1") + "\n" + article("roof2") + `</pmc-articleset>`,
	MARCXML: `<marc:collection xmlns:marc="http://www.loc.gov/MARC21/slim"><marc:record><marc:leader>x</marc:leader><marc:controlfield tag="001">roof1</marc:controlfield><marc:datafield tag="245" ind1="0" ind2="0"><marc:subfield code="a">Lichen</marc:subfield>` +
		`<marc:subfield code="b">on Roofs /</marc:subfield><marc:subfield code="c">J. Doe</marc:subfield></marc:datafield><marc:datafield tag="520" ind1=" " ind2=" "><marc:subfield code="a">It "grows" slowly.</marc:subfield></marc:datafield>` +
		`<marc:datafield tag="653" ind1=" " ind2=" "><marc:subfield code="a">lichen</marc:subfield></marc:datafield><marc:datafield tag="653" ind1=" " ind2=" "><marc:subfield code="a">roofs.</marc:subfield></marc:datafield></marc:record>` + "\n" +
		`<marc:record><marc:controlfield tag="001">roof2</marc:controlfield><marc:datafield tag="245"><marc:subfield code="a">Lichen on Roofs</marc:subfield></marc:datafield><marc:datafield tag="520"><marc:subfield code="a">It &#34;grows&#34; slowly.</marc:subfield></marc:datafield>` +
		`<marc:datafield tag="650"><marc:subfield code="a">lichen</marc:subfield></marc:datafield><marc:datafield tag="650"><marc:subfield code="a">roofs</marc:subfield></marc:datafield></marc:record></marc:collection>`,
	MARC: iso2709('a', "001", "roof1", "245", "10\x1faLichen\x1fbon Roofs /\x1fcJ. Doé", "520", "  \x1faIt \"grows\" slowly.", "653", "  \x1falichen", "653", "  \x1faroofs") + "\n" +
		iso2709(' ', "001", "roof2", "245", "10\x1faLichen on Roofs", "520", "  \x1faIt \"grows\" slowly.", "650", " 0\x1falichen", "650", " 0\x1faroofs"),
	Embase: "\"RECORD 1\"\n\"TITLE\",\"Lichen on Roofs\"\n\"AUTHOR NAMES\",\"Doe J.\"\n\"ABSTRACT\",\"It \"\"grows\"\"\nslowly.\"\n\"AUTHOR KEYWORDS\",\"lichen\",\"roofs\"\n\"PUI\",\"roof1\"\n\n" +
		"\"RECORD 2\"\n\"TITLE\",\"Lichen on Roofs\"\n\"ABSTRACT\",\"It \"\"grows\"\" slowly.\"\n\"AUTHOR KEYWORDS\",\"lichen\",\"roofs\"\n\"PUI\",\"roof2\"\n",
	Feed: `<rss version="2.0"><channel><title>News</title>` + item("roof1") + "\n" + item("roof2") + `</channel></rss>`,
	XML:  `<?xml version="1.0"?><OAI-PMH><ListRecords>` + dublin("roof1") + "\n" + dublin("roof2") + `</ListRecords></OAI-PMH>`,
	TEI:  `<teiCorpus>` + grobid("roof1") + grobid("roof2") + `</teiCorpus>`,
}

func result(id string) string {
	return `<result><id>` + id + `</id><title>Lichen on Roofs</title><journalInfo><journal><title>Roofs</title></journal></journalInfo><abstractText>It "grows" slowly.</abstractText><keywordList><keyword>lichen</keyword><keyword>roofs</keyword></keywordList></result>`
}

func item(id string) string {
	return `<item><title><![CDATA[Lichen on Roofs]]></title><guid>` + id + `</guid><description>It &quot;grows&quot; slowly.</description><dc:subject>lichen; roofs</dc:subject><category>Biology</category></item>`
}

func dublin(id string) string {
	return `<record><header><identifier>` + id + `</identifier></header><metadata><oai_dc:dc xmlns:dc="x"><dc:title>Lichen on Roofs</dc:title><dc:title>Flechten</dc:title><dc:subject>lichen</dc:subject><dc:subject>roofs</dc:subject><dc:description>It "grows" slowly.</dc:description></oai_dc:dc></metadata></record>`
}

func article(id string) string {
	return `<article xmlns:xlink="x"><front><article-meta><article-id pub-id-type="pmid">` + id + `</article-id><title-group><article-title>Lichen <italic>on</italic> Roofs</article-title></title-group><abstract><p>It "grows" slowly.</p></abstract>` +
		`<abstract abstract-type="graphical"><p>A picture.</p></abstract><kwd-group><kwd>lichen</kwd><kwd>roofs</kwd></kwd-group></article-meta></front><body><sec><title>One</title><p>More.</p></sec></body><back><ref><article-title>Another</article-title></ref></back></article>`
}

func grobid(id string) string {
	return `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Lichen on Roofs</title></titleStmt><sourceDesc><biblStruct><analytic><title>Lichen</title></analytic><idno type="MD5">` + id + `</idno></biblStruct></sourceDesc></fileDesc>` +
		`<profileDesc><textClass><keywords><term>lichen</term><term>roofs</term></keywords></textClass><abstract><div><p>It "grows" slowly.</p></div></abstract></profileDesc></teiHeader><text><body><div><head>One</head><p>More.</p></div></body></text></TEI>`
}

// iso2709 writes a record of tags and values; coding is its character coding scheme.
func iso2709(coding byte, tagged ...string) string {
	var directory, values strings.Builder
	for i := 0; i < len(tagged); i += 2 {
		fmt.Fprintf(&directory, "%s%04d%05d", tagged[i], len(tagged[i+1])+1, values.Len())
		values.WriteString(tagged[i+1] + "\x1e")
	}
	base := 24 + directory.Len() + 1
	return fmt.Sprintf("%05dnam %c22%05d a 4500%s\x1e%s\x1d", base+values.Len()+1, coding, base, directory.String(), values.String())
}

// parse makes a record of an entry.
func parse(format Format, u record.Unparsed) (record.Record, error) {
	return New(&file.File{Path: "f"}, format, nil, &record.Names{}, false).Parse(&u)
}

// TestRead: each format is detected, cut into its entries and read; nothing of a file is lost, however its bytes come.
func TestRead(t *testing.T) {
	if len(files) != len(formats) {
		t.Fatalf("%d files of %d formats", len(files), len(formats))
	}
	for format, text := range files {
		for other := range formats {
			if got := other.Begins([]byte(text)); got != (other == format) {
				t.Errorf("%s: begins as %s: %v", format, other, got)
			}
		}
		r := NewReader(iotest.OneByteReader(strings.NewReader(text)), format, 1<<20)
		all := ""
		for n := 1; ; n++ {
			e, err := r.Next()
			if err == io.EOF {
				if n != 3 {
					t.Errorf("%s: %d entries", format, n-1)
				}
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			all += string(e.Text)
			p, err := parse(format, e)
			got := fmt.Sprintf("%s | %s | %s | %q | %v", p.ID, strings.NewReplacer("{", "", "}", "").Replace(p.Title), strings.Join(strings.Fields(strings.NewReplacer("{", "", "}", "").Replace(p.Body)), " "), p.Keyphrases, err)
			if want := fmt.Sprintf(`roof%d | Lichen on Roofs | It "grows" slowly. | ["lichen" "roofs"] | <nil>`, n); got != want {
				t.Errorf("%s: %s, want %s", format, got, want)
			}
			at := strings.Index(text, strings.TrimSpace(string(e.Text)))
			if want := int64(strings.Count(text[:at], "\n") + 1); format != MARC && format != PubMed && format != BibTeX && n == 2 && e.Row != want {
				t.Errorf("%s: entry 2 in line %d, want %d", format, e.Row, want)
			}
		}
		if all = r.Head() + all + string(r.held); strings.ReplaceAll(all, "\n", "") != strings.ReplaceAll(text, "\n", "") || format != MARC && all != text {
			t.Errorf("%s: bytes are lost: %q", format, all)
		}
	}
}

// TestJoined: the parts of a file that was joined of several begin with byte order marks, which belong to no field.
func TestJoined(t *testing.T) {
	for _, format := range []Format{BibTeX, RIS, MEDLINE, WebOfScience, EndNote} {
		r, n := NewReader(iotest.OneByteReader(strings.NewReader(strings.Repeat(files[format]+joint, 2))), format, 1<<20), 0
		for ; ; n++ {
			e, err := r.Next()
			if err != nil {
				break
			}
			p, err := parse(format, e)
			if all := p.ID + p.Title + p.Body + strings.Join(p.Keyphrases, ""); err != nil || strings.Contains(all, joint) || !strings.Contains(all, "roofs") {
				t.Errorf("%s: %q, %v", format, all, err)
			}
		}
		if n != 4 {
			t.Errorf("%s: %d entries, want 4", format, n)
		}
	}
}

// TestDamaged: a damaged entry is an error of its own, and the next is read.
func TestDamaged(t *testing.T) {
	for _, c := range []struct {
		format     Format
		text, want string
	}{
		{MARC, iso2709(' ', "245", "10\x1faG\x1b(Bx"), "is in MARC-8; convert the file to UTF-8, as yaz-marcdump -f MARC-8 -t UTF-8 -o marc -l 9=97 does"},
		{MARC, iso2709(' ', "245", "10\x1faDoé"), "is in UTF-8, but its leader says MARC-8; correct the file, as yaz-marcdump -f UTF-8 -t UTF-8 -o marc -l 9=97 does"},
		{MARC, iso2709(' ', "001", "a", "245", "10\x1faDo\xe2e") + iso2709('a', "001", "b"), "is in MARC-8; convert the file to UTF-8, as yaz-marcdump -f MARC-8 -t UTF-8 -o marc -l 9=97 does | b"},
		{MARC, iso2709('a', "001", "b") + "00099nam", "b | ends within an entry: it is cut short"},
		{MARC, iso2709('a', "001", "b") + "\n00024nam", "b | ends within an entry: it is cut short"},
		{MARC, iso2709('a', "001", "b") + "moss", "b | does not begin with its length: \"moss\""},
		{JATS, article("a") + "\n<article><b" + strings.Repeat("\n", 1<<18) + "/></article>" + article("b") + "\n<article>" + strings.Repeat("-", 1<<12) + "</article>", "a | 2 | has more than 4096 bytes | b | 262147 | has more than 4096 bytes"},
		{RIS, "TY  - A\nID  - a\nER  -\nTY  - B\nAB  - " + strings.Repeat("x", 1<<13) + "\nER  -\nTY  - C\nID  - c\nER  -\n", "a | 4 | has more than 4096 bytes | c"},
	} {
		r := NewReader(strings.NewReader(c.text), c.format, 1<<12)
		var got []string
		for {
			e, err := r.Next()
			if err == io.EOF {
				break
			}
			if err == nil {
				var p record.Record
				if p, err = parse(c.format, e); err == nil {
					got = append(got, p.ID)
					continue
				}
			}
			if e.Err != nil {
				got = append(got, fmt.Sprint(e.Row))
			}
			got = append(got, err.Error())
			if err != e.Err && (err == ErrCut || strings.HasPrefix(err.Error(), "does not begin")) {
				break
			}
		}
		if got := strings.Join(got, " | "); got != c.want {
			t.Errorf("%s: %s, want %s", c.format, got, c.want)
		}
	}
}

// TestAdd: keywords are added where they belong, those that are there are not, and every other byte stays.
func TestAdd(t *testing.T) {
	more := []Keyword{{Text: "Lichen"}, {Text: "R&D"}, {Text: "moss", URI: "https://d-nb.info/gnd/1"}}
	for format, want := range map[Format][2]string{
		BibTeX:       {`{lichen, roofs, R\&D, moss}`, "keywords={moss, R\\&D},\n)"},
		RIS:          {"KW  - roofs\r\nKW  - R&D\r\nKW  - moss\r\nID", "KW  - roofs\r\nKW  - R&D\r\nKW  - moss\r\nDO"},
		MEDLINE:      {"OT  - roofs\nOT  - R&D\nOT  - moss\n\n", "OT  - roofs\nOT  - R&D\nOT  - moss\n"},
		WebOfScience: {"DE lichen;\n   roofs; R&D; moss\nID", "DE lichen; roofs; R&D; moss\nAB"},
		EndNote:      {"%K lichen\nroofs\n%K R&D\n%K moss\n%M", "%K lichen; roofs\n%K R&D\n%K moss\n%M"},
		MARCXML: {`roofs.</marc:subfield></marc:datafield><marc:datafield tag="653" ind1=" " ind2=" "><marc:subfield code="a">R&amp;D</marc:subfield></marc:datafield><marc:datafield tag="650" ind1=" " ind2="7"><marc:subfield code="a">moss</marc:subfield>` +
			`<marc:subfield code="2">gnd</marc:subfield><marc:subfield code="0">https://d-nb.info/gnd/1</marc:subfield></marc:datafield></marc:record>`, `<marc:subfield code="a">R&amp;D</marc:subfield>`},
	} {
		r := NewReader(strings.NewReader(files[format]), format, 1<<20)
		for n := range 2 {
			e, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			got, err := format.Add(e.Text, more)
			if err != nil || !strings.Contains(string(got), want[n]) {
				t.Errorf("%s: %q %v, want %q in it", format, got, err, want[n])
			}
			again, err := format.Add(e.Text, more[:1])
			if string(again) != string(e.Text) || err != nil {
				t.Errorf("%s: a keyword that is there is added: %q %v", format, again, err)
			}
			rest := string(got)
			for at := 0; at < len(e.Text); at++ { // what was there is there, in order
				i := strings.IndexByte(rest, e.Text[at])
				if i < 0 {
					t.Fatalf("%s: %q lost bytes of %q", format, got, e.Text)
				}
				rest = rest[i+1:]
			}
		}
	}
	for entry, want := range map[string]string{
		"PT J\nTI A\nAB B\nER\n": "PT J\nTI A\nDE x\nAB B\nER\n", "PT J\nTI A\nDE\nER\n": "PT J\nTI A\nDE x\nER\n", "PT J\nTI A\nDE a;\nAB B\nER\n": "PT J\nTI A\nDE a; x\nAB B\nER\n",
		"@misc{a, keywords = kw}":              "@misc{a, keywords = kw # {, x}}",
		"@misc{a, keywords = \"b\" # { c; d}}": "@misc{a, keywords = \"b\" # { c; d; x}}",
		"@misc{a, keywords = {}}":              "@misc{a, keywords = {x}}",
		"@misc{a, title = {keywords = {b}}}":   "@misc{a, title = {keywords = {b}}, keywords = {x}}",
	} {
		format := BibTeX
		if entry[0] == 'P' {
			format = WebOfScience
		}
		if got, err := format.Add([]byte(entry), []Keyword{{Text: "x"}, {Text: "X"}}); string(got) != want || err != nil {
			t.Errorf("%q %v, want %q", got, err, want)
		}
	}
	const gnd = `<record><datafield tag="650"><subfield code="a">Moos</subfield><subfield code="0">(DE-588)4040177-7</subfield></datafield></record>`
	if got, err := MARCXML.Add([]byte(gnd), []Keyword{{Text: "Moose", URI: "https://d-nb.info/gnd/4040177-7"}}); string(got) != gnd || err != nil {
		t.Errorf("a concept that is there is added: %q %v", got, err)
	}
	for format, c := range map[Format][2]string{
		BibTeX:  {"@misc{a,\n    title = {A}\n}\n", "@misc{a,\n    title = {A},\n    keywords = {x, y}\n}\n"},
		RIS:     {"TY  - A\nER  -\n", "TY  - A\nKW  - x\nKW  - y\nER  -\n"},
		EndNote: {"%0 Book\n%T A\n\n", "%0 Book\n%T A\n%K x\n%K y\n\n"},
		MEDLINE: {"PMID- 1\nTI  - A\n\n", "PMID- 1\nTI  - A\nOT  - x\nOT  - y\n\n"},
		MARCXML: {"<record>\n  <datafield tag=\"245\"/>\n  <datafield tag=\"856\"/>\n</record>", "<record>\n  <datafield tag=\"245\"/>\n  " + free("x") + "\n  " + free("y") + "\n  <datafield tag=\"856\"/>\n</record>"},
	} {
		if got, err := format.Add([]byte(c[0]), []Keyword{{Text: "x"}, {Text: "y"}}); string(got) != c[1] || err != nil {
			t.Errorf("%s: %q %v, want %q", format, got, err, c[1])
		}
	}
}

func free(text string) string {
	return `<datafield tag="653" ind1=" " ind2=" "><subfield code="a">` + text + `</subfield></datafield>`
}

// checkAdd adds keywords to an entry that can be read: all its bytes are kept in order, and it can be read again.
func checkAdd(t *testing.T, format Format, entry []byte) {
	more, err := format.Add(entry, []Keyword{{Text: "lichen on roofs"}, {Text: "moss", URI: "http://example.org/1"}})
	rest := string(more)
	for _, c := range entry {
		i := strings.IndexByte(rest, c)
		if i < 0 {
			t.Fatalf("%s: %q became %q, %v", format, entry, more, err)
		}
		rest = rest[i+1:]
	}
	if fields, err := format.Fields(more); err != nil || len(fields) == 0 {
		t.Fatalf("%s: %q became %q, %v", format, entry, more, err)
	}
}

// FuzzRead: whatever a file holds, reading ends, loses no byte of text formats, and adding keywords keeps what is there.
func FuzzRead(f *testing.F) {
	for format, text := range files {
		f.Add(string(format), text)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		format := Format(name)
		if formats[format] == nil || len(text) > 1<<16 {
			return
		}
		r := NewReader(strings.NewReader(text), format, 1<<20)
		all := ""
		for range len(text) + 2 {
			e, err := r.Next()
			if err != nil {
				break
			}
			all += string(e.Text)
			fields, none := format.Fields(e.Text) // a record without a field has no title, and no keywords come back into it
			if _, err := parse(format, e); err == nil && none == nil && len(fields) > 0 && formats[format].add != nil {
				checkAdd(t, format, e.Text)
			}
		}
		if all = r.Head() + all; !strings.HasPrefix(text, all) && format != MARC {
			t.Fatalf("%s: %q is not the beginning of %q", format, all, text)
		}
	})
}

package reference

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Marks of MARC 21.
const (
	endOfField  = 0x1e
	endOfRecord = 0x1d
	beginOfPart = 0x1f
)

// marc21 reads a record of ISO 2709: a leader of 24 bytes, a directory of tags, lengths and places, and the fields.
func marc21(raw []byte) (fields []Field, err error) {
	if raw = bytes.TrimLeft(raw, "\r\n"); len(raw) < 25 {
		return nil, ErrCut
	}
	base, err := strconv.Atoi(string(raw[12:17]))
	if err != nil || base < 25 || base > len(raw) {
		return nil, errors.New("its leader does not say where its fields begin")
	}
	escape := bytes.IndexByte(raw, 0x1b) >= 0
	switch foreign := escape || bytes.ContainsFunc(raw, func(r rune) bool { return r >= utf8.RuneSelf }); {
	case raw[9] == 'a', !foreign:
	case utf8.Valid(raw) && !escape:
		return nil, errors.New("is in UTF-8, but its leader says MARC-8; correct the file, as yaz-marcdump -f UTF-8 -t UTF-8 -o marc -l 9=97 does")
	default:
		return nil, errors.New("is in MARC-8; convert the file to UTF-8, as yaz-marcdump -f MARC-8 -t UTF-8 -o marc -l 9=97 does")
	}
	for d := raw[24 : base-1]; len(d) >= 12; d = d[12:] {
		length, err1 := strconv.Atoi(string(d[3:7]))
		start, err2 := strconv.Atoi(string(d[7:12]))
		if err1 != nil || err2 != nil || start < 0 || length < 1 || base+start+length > len(raw) {
			return nil, fmt.Errorf("its directory has a wrong entry for the field %s", d[:3])
		}
		tag, value := string(d[:3]), bytes.TrimSuffix(raw[base+start:base+start+length], []byte{endOfField})
		if !utf8.Valid(value) {
			return nil, fmt.Errorf("its field %s is not valid UTF-8, though its leader says so", tag)
		}
		if tag < "010" {
			fields = append(fields, Field{Name: tag, Value: string(value)})
			continue
		}
		var parts []subfield
		_, value, _ = bytes.Cut(value, []byte{beginOfPart}) // behind the indicators
		for part := range bytes.SplitSeq(value, []byte{beginOfPart}) {
			if len(part) > 1 {
				parts = append(parts, subfield{string(part[:1]), string(part[1:])})
			}
		}
		fields = append(fields, fieldsOf(tag, parts)...)
	}
	return fields, nil
}

// subfield is a part of a field: its code and its text.
type subfield struct{ code, text string }

// unsorted drops the marks around words at which a catalogue does not sort.
var unsorted = strings.NewReplacer("\u0098", "", "\u009c", "")

// fieldsOf makes a field of its parts: of a title a, n, p and b, of all others a and x to z. Each a of 653 is a field, and so is the
// identifier of a subject. A colon that catalogues write before the second part of a title is kept.
func fieldsOf(tag string, parts []subfield) (fields []Field) {
	codes, join := "axyz", " "
	switch {
	case tag == "245":
		codes = "anpb"
	case tag[0] == '6':
		join = " -- "
	}
	var texts, identifiers []string
	for _, p := range parts {
		text := strings.TrimSpace(unsorted.Replace(p.text))
		switch {
		case tag[0] == '6' && p.code == "0":
			identifiers = append(identifiers, text)
		case tag == "653" && p.code == "a":
			fields = append(fields, Field{Name: tag, Value: ended(text, ".")})
		case strings.Contains(codes, p.code):
			texts = append(texts, ended(text, " /", " =", " ;", ","))
		}
	}
	switch value := ended(strings.Join(texts, join), " :"); {
	case tag == "653":
	case tag[0] == '6':
		fields = append(fields, Field{Name: tag, Value: ended(value, ".")})
	default:
		fields = append(fields, Field{Name: tag, Value: value})
	}
	for _, id := range identifiers {
		fields = append(fields, Field{Name: tag + "$0", Value: id})
	}
	return fields
}

// ended drops marks at the end of a text.
func ended(text string, marks ...string) string {
	for _, mark := range marks {
		text = strings.TrimSuffix(text, mark)
	}
	return strings.TrimSpace(text)
}

// marcxml reads a record of MARC 21 in XML.
func marcxml(raw []byte) (fields []Field, err error) {
	var tag, code string
	var text strings.Builder
	var parts []subfield
	err = walk(raw, func(_ []string, token xml.Token) {
		switch e := token.(type) {
		case xml.StartElement:
			text.Reset()
			if code = attribute(e, "code"); e.Name.Local != "subfield" {
				tag, parts = attribute(e, "tag"), nil
			}
		case xml.CharData:
			text.Write(e)
		case xml.EndElement:
			switch e.Name.Local {
			case "controlfield":
				fields = append(fields, Field{Name: tag, Value: strings.TrimSpace(text.String())})
			case "subfield":
				parts = append(parts, subfield{code, spaced(text.String(), " ")})
			case "datafield":
				if tag != "" {
					fields = append(fields, fieldsOf(tag, parts)...)
				}
			}
		}
	})
	return fields, err
}

// inRecord matches an element of a record, with its prefix as the first group and its tag as the second.
var inRecord = regexp.MustCompile(`<(\w+:)?(?:leader|(?:control|data)field\s[^>]*?tag=["'](\w{3}))`)

// addMARCXML adds a field for each keyword, before the first with a higher tag: 653 for a phrase, 650 for a concept.
func addMARCXML(entry []byte, _ []Field, more []Keyword) []byte {
	all := inRecord.FindAllSubmatchIndex(entry, -1)
	if all == nil {
		return entry
	}
	prefix := ""
	if all[0][2] >= 0 {
		prefix = string(entry[all[0][2]:all[0][3]])
	}
	at := bytes.LastIndex(entry, []byte("</")) // the end of the record, whose prefix may be another
	for _, m := range all {
		if m[4] >= 0 && string(entry[m[4]:m[5]]) > "653" {
			at = m[0]
			break
		}
	}
	before := entry[:all[len(all)-1][0]]
	blank := before[len(bytes.TrimRight(before, " \t\r\n")):]
	at = len(bytes.TrimRight(entry[:at], " \t\r\n"))
	var b strings.Builder
	for _, k := range more {
		tag, second, parts := "653", " ", []subfield{{"a", k.Text}}
		if k.URI != "" {
			tag, second, parts = "650", "7", []subfield{{"a", k.Text}, {"2", source(k.URI)}, {"0", k.URI}}
		}
		fmt.Fprintf(&b, `%s<%sdatafield tag="%s" ind1=" " ind2="%s">`, blank, prefix, tag, second)
		for _, p := range parts {
			fmt.Fprintf(&b, `<%ssubfield code="%s">`, prefix, p.code)
			xml.EscapeText(&b, []byte(p.text))
			fmt.Fprintf(&b, `</%ssubfield>`, prefix)
		}
		fmt.Fprintf(&b, `</%sdatafield>`, prefix)
	}
	return insert(entry, at, b.String())
}

// sources are the codes that MARC has for vocabularies, by the beginning of their URIs
// (https://www.loc.gov/standards/sourcelist/subject.html).
var sources = []struct{ uri, code string }{
	{"d-nb.info/gnd/", "gnd"}, {"zbw.eu/stw/", "stw"}, {"www.yso.fi/onto/yso/", "yso"}, {"id.loc.gov/authorities/subjects/", "lcsh"}, {"id.loc.gov/authorities/childrensSubjects/", "lcshac"},
	{"id.worldcat.org/fast/", "fast"}, {"id.nlm.nih.gov/mesh/", "mesh"}, {"aims.fao.org/aos/agrovoc/", "agrovoc"}, {"eurovoc.europa.eu/", "eurovoc"}, {"vocab.getty.edu/aat/", "aat"},
	{"lod.nal.usda.gov/nalt/", "nal"}, {"lod.gesis.org/thesoz/", "thesoz"}, {"data.bibliotheken.nl/id/thes/", "gtt"}, {"data.bnf.fr/", "rameau"}, {"vocabularies.unesco.org/thesaurus/", "unescot"},
}

// source returns the code of the vocabulary of a URI: local for one that MARC does not know.
func source(uri string) string {
	_, rest, _ := strings.Cut(uri, "://")
	for _, s := range sources {
		if strings.HasPrefix(rest, s.uri) {
			return s.code
		}
	}
	return "local"
}

// identifier returns a URI, or a number as catalogues have those of the GND, in one form.
func identifier(id string) string {
	_, rest, ok := strings.Cut(id, "://")
	if !ok {
		rest = id
	}
	return strings.Replace(rest, "(DE-588)", "d-nb.info/gnd/", 1)
}

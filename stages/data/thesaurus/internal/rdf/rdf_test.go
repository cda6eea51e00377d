package rdf

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

// reader is Turtle or XML.
type reader func(io.Reader, func(Triple) error) error

// read lists the triples as lines.
func (parse reader) read(text string) (string, error) {
	var b strings.Builder
	err := parse(strings.NewReader(text), func(t Triple) error {
		object := "<" + t.Object.Value + ">"
		if t.Object.Kind == Literal {
			object = fmt.Sprintf("%q", t.Object.Value)
		}
		if t.Object.Language != "" {
			object += "@" + t.Object.Language
		}
		fmt.Fprintf(&b, "<%s> <%s> %s\n", t.Subject, t.Predicate, object)
		return nil
	})
	return b.String(), err
}

// TestTriples: what a text of each format says. Those of XML are the inside of an element.
func TestTriples(t *testing.T) {
	const head = `<!DOCTYPE r [<!ENTITY e "http://e/">]><r:RDF xmlns:r="` + namespace + `" xmlns:e="http://e/" xml:base="http://b/" xml:lang="en">`
	for _, f := range []struct {
		section, before, behind string
		parse                   reader
	}{{"turtle", "", "", Turtle}, {"xml", head, "</r:RDF>", XML}} {
		for _, c := range cases.Read(t, "testdata/cases.txt", f.section, 2) {
			if got, err := f.parse.read(f.before + c[0] + f.behind); err != nil || got != c[1] {
				t.Errorf("%s\n%s%v, want\n%s", c[0], got, err, c[1])
			}
		}
	}
}

// TestLines: what breaks the grammar is named with its line. On whichever path elements of XML are nested, they are counted, and nothing
// of a few bytes stands for many: entities, namespaces, bases, tags of open elements, attributes.
func TestLines(t *testing.T) {
	const root = "<r:RDF xmlns:r='" + namespace + "' xmlns:e='u:'>"
	long := strings.Repeat("a", maxPrefix+1)
	deep := func(tag string) string { return strings.Repeat(tag, 2*maxDepth+1) }
	var many strings.Builder
	for i := range maxPrefixes + 1 {
		fmt.Fprintf(&many, "<!ENTITY e%d 'x'>", i)
	}
	type broken struct {
		parse reader
		text  string
		line  string
		says  string
	}
	all := []broken{
		{Turtle, "<u:a> <u:p> " + strings.Repeat("[ <u:q> ", maxDepth+1), "1", "nested"},
		{Turtle, "<u:a> <u:p> '" + strings.Repeat("x", maxTerm+1), "1", "bytes"},
		{XML, strings.Repeat("<a xmlns='u:'>", 2*maxDepth+2), "1", "nested"},
		{XML, "<a xmlns='u:'><b>" + strings.Repeat("x", maxTerm+1), "1", "more than"},
		{Turtle, "<u:a> <u:p> " + strings.Repeat("(", maxDepth+1), "1", "nested"},
		{Turtle, "<u:a> <u:p> " + strings.Repeat("([<u:q> ", maxDepth/2+1), "1", "nested"},
		{Turtle, strings.Repeat("[<u:q> ", maxDepth+1), "1", "nested"},
		{Turtle, "@base <http://e/" + strings.Repeat("a/", maxPrefix/2) + "> .", "1", " of more than"},
		{Turtle, "\nBASE <http://e/" + strings.Repeat("a", maxPrefix) + ">", "2", " of more than"},
		{Turtle, "@prefix e: <http://e/" + strings.Repeat("a", maxPrefix) + "> .", "1", " of more than"},
		{Turtle, "@prefix " + strings.Repeat("e", maxPrefix+1) + ": <u:> .", "1", " of more than"},
		{Turtle, "<u:a> <u:p> 'x'@" + strings.Repeat("e", maxLanguage+1) + " .", "1", "language tag of more than"},
		{XML, root + deep("<r:RDF>"), "1", "nested"},
		{XML, root + "<e:C>" + deep("<e:p r:parseType='Resource'>"), "1", "nested"},
		{XML, root + "<e:C><e:p r:parseType='Literal'>" + deep("<i>"), "1", "nested"},
		{XML, root + "<e:C><e:p r:parseType='Other'>" + deep("<i>"), "1", "nested"},
		{XML, root + "<e:C><e:p r:resource='u:x'>" + deep("<i>"), "1", "nested"},
		{XML, root + "<e:C>" + deep("<e:p r:parseType='Collection'><e:C>"), "1", "nested"},
		{XML, root + "<e:C>" + deep("<e:p><e:C>"), "1", "nested"},
		{XML, root + deep("<e:C><e:p r:parseType='Resource'><e:p><r:RDF>"), "1", "nested"},
		{XML, "<!DOCTYPE r [<!ENTITY e '" + long + "'>]>" + root, "1", "an entity of more than"},
		{XML, "<!DOCTYPE r [<!ENTITY " + long + " 'x'>]>" + root, "1", "an entity of more than"},
		{XML, "<!DOCTYPE r [<!ENTITY e '" + long[:1000] + "'>]>" + root + "<e:C><e:p>" + strings.Repeat("&e;", 1<<16), "1", "a tag or text of more than"},
		{XML, "<!DOCTYPE r [<!ENTITY e '" + long[:1000] + "'>]>" + root + "<e:C e:p='" + strings.Repeat("&e;", 1<<16), "1", "a tag or text of more than"},
		{XML, root + "<e:C r:about='u:x' xml:base='u:" + long + "'/>", "1", "a base of more than"},
		{XML, root + "<e:C r:about='u:x' xml:lang='" + long + "'/>", "1", "a language tag of more than"},
		{XML, root + "<C xmlns='u:" + long + "'/>", "1", "a namespace of more than"},
		{XML, root + "<e:C xmlns:f='u:" + long + "' f:p='x'/>", "1", "a namespace of more than"},
		{XML, root + strings.Repeat("<e:C e:p='"+strings.Repeat("x", maxOpen/8)+"'><e:p>", 9), "1", "within each other"},
		{XML, root + "<e:C " + strings.Repeat("e:p='' ", maxAttributes+1<<12), "1", "attributes"},
		{XML, "<!DOCTYPE r [" + many.String() + "]>" + root, "1", "more than 10000 entities"},
	}
	formats := map[string]reader{"turtle": Turtle, "xml": XML}
	for _, c := range cases.Read(t, "testdata/cases.txt", "lines", 4) {
		all = append(all, broken{formats[c[0]], c[1], c[2], c[3]})
	}
	for _, c := range all {
		_, err := c.parse.read(c.text)
		var bad *SyntaxError
		if !errors.As(err, &bad) || fmt.Sprint(bad.Line) != c.line || !strings.Contains(bad.Msg, c.says) {
			t.Errorf("%.120q: %.200v, want line %s: … %s", c.text, err, c.line, c.says)
		}
	}
}

// TestXMLEncoding: the declared encoding is read, also of a text that was UTF-16; one that nobody knows is named.
func TestXMLEncoding(t *testing.T) {
	const text = "<?xml version='1.0' encoding='%s'?><r:RDF xmlns:r='" + namespace + "' xmlns:e='u:'><e:C r:about='u:a' e:p='%s'/></r:RDF>"
	for encoding, given := range map[string]string{"ISO-8859-1": "B\xe4ume", "windows-1252": "B\xe4ume", "latin1": "B\xe4ume", "ISO-8859-2": "B\xe4ume", "UTF-16": "Bäume", "utf-8": "Bäume"} {
		if got, err := reader(XML).read(fmt.Sprintf(text, encoding, given)); err != nil || !strings.Contains(got, `<u:p> "Bäume"`) {
			t.Errorf("%s: %s, %v", encoding, got, err)
		}
	}
	var bad *SyntaxError
	if _, err := reader(XML).read(fmt.Sprintf(text, "klingon", "x")); !errors.As(err, &bad) || !strings.Contains(bad.Msg, "klingon") {
		t.Errorf("an unknown encoding: %v", err)
	}
}

// TestRefused: an error of the caller has the line, and is wrapped.
func TestRefused(t *testing.T) {
	full := errors.New("full")
	for text, parse := range map[string]reader{
		"\n<u:a> <u:p> <u:b> .": Turtle,
		"\n<a xmlns='u:' xmlns:r='" + namespace + "' r:about='u:a'/>": XML,
	} {
		err := parse(strings.NewReader(text), func(Triple) error { return full })
		var bad *SyntaxError
		if !errors.As(err, &bad) || bad.Line != 2 || !errors.Is(err, full) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func fuzz(f *testing.F, parse reader, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := parse.read(text)
		if bad := (*SyntaxError)(nil); err != nil && !errors.As(err, &bad) {
			t.Errorf("%v is no syntax error", err)
		}
	})
}

func FuzzTurtle(f *testing.F) {
	fuzz(f, Turtle, "@prefix e: <http://e/>. e:a a e:B; e:p [ e:q ('x' \"\"\"y\"\"\"@en 1.5) ] .", "<u:a> <u:p> \"\\u00e4\"^^<u:t> .")
}

func FuzzXML(f *testing.F) {
	fuzz(f, XML, `<r:RDF xmlns:r="`+namespace+`" xmlns:e="http://e/"><e:C r:about="a"><e:p r:parseType="Collection"><e:D/></e:p></e:C></r:RDF>`)
}

package reference

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// tree says which elements of an XML format are fields: by the end of the path of names from the entry down, without prefixes.
// Several paths may give one field.
type tree struct {
	paths map[string]string
	name  func(field string, e xml.StartElement) string // refines a name by attributes; "" is no field; may be nil
	label string                                        // the attribute that begins the text of an element, as a label
}

var pubmed = tree{
	paths: map[string]string{"MedlineCitation/PMID": "PMID", "BookDocument/PMID": "PMID", "Article/ArticleTitle": "ArticleTitle", "BookDocument/ArticleTitle": "ArticleTitle", "Book/BookTitle": "BookTitle",
		"Article/VernacularTitle": "VernacularTitle", "Article/Abstract/AbstractText": "Abstract", "BookDocument/Abstract/AbstractText": "Abstract", "KeywordList/Keyword": "Keyword", "MeshHeading/DescriptorName": "DescriptorName",
		"Journal/Title": "Journal", "PubDate/Year": "Year", "Article/Language": "Language", "ArticleIdList/ArticleId": "ArticleId"},
	name: func(field string, e xml.StartElement) string {
		if field == "ArticleId" {
			return attribute(e, "IdType")
		}
		return field
	},
	label: "Label",
}

var europePMC = tree{
	paths: map[string]string{"result/id": "id", "result/title": "title", "result/abstractText": "abstractText", "keywordList/keyword": "keyword", "result/pmid": "pmid", "result/doi": "doi", "result/pubYear": "pubYear",
		"journal/title": "journal", "meshHeading/descriptorName": "descriptorName"},
}

var jats = tree{
	paths: map[string]string{"article-meta/article-id": "article-id", "article-meta/title-group/article-title": "article-title", "article-meta/title-group/subtitle": "article-title", "article-meta/abstract": "abstract",
		"article-meta/trans-abstract": "trans-abstract", "article-meta/kwd-group/kwd": "kwd", "article-meta/kwd-group/compound-kwd": "kwd", "journal-title-group/journal-title": "journal-title", "article-meta/pub-date/year": "year", "article/body": "body"},
	name: func(field string, e xml.StartElement) string {
		switch field {
		case "article-id":
			return attribute(e, "pub-id-type")
		case "abstract":
			if kind := attribute(e, "abstract-type"); kind != "" && kind != "section" && kind != "structured" && kind != "summary" {
				return kind
			}
		}
		return field
	},
}

var tei = tree{
	paths: map[string]string{"fileDesc/titleStmt/title": "title", "profileDesc/abstract": "abstract", "textClass/keywords/term": "term", "textClass/keywords/list/item/term": "term",
		"biblStruct/idno": "idno", "text/body": "body", "monogr/title": "journal", "imprint/date": "date"},
	name: func(field string, e xml.StartElement) string {
		if field == "idno" {
			return attribute(e, "type")
		}
		return field
	},
}

// left are the elements that are read in no field: articles within an article, footnotes, and LaTeX beside the same formula in MathML.
var left = strings.Fields("sub-article response fn alternatives/tex-math xref/fn")

// out reports whether an element is left out.
func out(path []string, e xml.StartElement) bool {
	name := e.Name.Local
	return slices.Contains(left, name) || slices.Contains(left, name+"/"+attribute(e, "ref-type")) || len(path) > 1 && slices.Contains(left, path[len(path)-2]+"/"+name)
}

// blocks are the elements whose text stands on lines of its own.
var blocks = strings.Fields("p sec title list list-item div head item AbstractText abstract label")

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// read returns the fields of an entry. The text of a field is that of its element with all within it; white space is one blank,
// and blocks stand on lines of their own.
func (t tree) read(raw []byte) (fields []Field, err error) {
	var path []string
	var text strings.Builder
	within, leave := 0, 0 // depth of the element that is a field, and of one that is left out; 0 for none
	err = walk(raw, func(token xml.Token) {
		switch e := token.(type) {
		case xml.StartElement:
			path = append(path, e.Name.Local)
			switch name := t.field(path, e); {
			case leave > 0:
			case out(path, e):
				leave = len(path)
			case within > 0 && slices.Contains(blocks, e.Name.Local):
				text.WriteByte('\n')
			case within == 0 && name != "":
				fields, within = append(fields, Field{Name: name}), len(path)
				text.Reset()
				if label := attribute(e, t.label); label != "" {
					text.WriteString(label + ": ")
				}
			}
		case xml.EndElement:
			switch {
			case within == len(path):
				fields[len(fields)-1].Value, within = spaced(text.String(), "\n"), 0
			case slices.Contains(blocks, e.Name.Local):
				text.WriteByte('\n')
			}
			if leave == len(path) {
				leave = 0
			}
			path = path[:len(path)-1]
		case xml.CharData:
			if within > 0 && leave == 0 {
				text.Write(e)
			}
		}
	})
	return fields, err
}

// field returns the name of the field of an element, "" for none.
func (t tree) field(path []string, e xml.StartElement) string {
	for n := min(len(path), 4); n > 1; n-- {
		if name, ok := t.paths[strings.Join(path[len(path)-n:], "/")]; ok {
			if t.name != nil {
				return t.name(name, e)
			}
			return name
		}
	}
	return ""
}

// walk calls f with each token of an entry, which stands behind the prolog of the file if it is the first.
func walk(raw []byte, f func(xml.Token)) error {
	d := xml.NewDecoder(bytes.NewReader(raw))
	d.Strict = false // the root of the file is open at the first entry, and entities of HTML occur
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // files are UTF-8 by now
	var open []xml.Name
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("is not XML: %w", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Name)
		case xml.EndElement:
			if len(open) == 0 { // of what stands around the entries
				continue
			}
			if last := open[len(open)-1]; last != e.Name {
				return fmt.Errorf("is not XML: </%s> stands where <%s> ends", e.Name.Local, last.Local)
			}
			open = open[:len(open)-1]
		}
		f(token)
	}
}

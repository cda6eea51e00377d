package reference

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Marks of MARC 21.
const (
	endOfField  = 0x1e
	beginOfPart = 0x1f
)

// marc21 reads a record of ISO 2709: a leader of 24 bytes, a directory of tags, lengths and places, and the fields.
func marc21(raw []byte) ([]Field, error) {
	if len(raw) < 25 {
		return nil, ErrCut
	}
	base, err := strconv.Atoi(string(raw[12:17]))
	if err != nil || base < 25 || base > len(raw) {
		return nil, errors.New("its leader does not say where its fields begin")
	}
	if raw[9] != 'a' && !ascii(raw) {
		return nil, errors.New("is in MARC-8; convert the file to UTF-8, as yaz-marcdump -f MARC-8 -t UTF-8 -l 9=97 does")
	}
	var fields []Field
	for d := raw[24 : base-1]; len(d) >= 12; d = d[12:] {
		length, err1 := strconv.Atoi(string(d[3:7]))
		start, err2 := strconv.Atoi(string(d[7:12]))
		if err1 != nil || err2 != nil || start < 0 || length < 1 || base+start+length > len(raw) {
			return nil, fmt.Errorf("its directory has a wrong entry for the field %s", d[:3])
		}
		value := bytes.TrimSuffix(raw[base+start:base+start+length], []byte{endOfField})
		if !utf8.Valid(value) {
			return nil, fmt.Errorf("its field %s is not valid UTF-8, though its leader says so", d[:3])
		}
		tag := string(d[:3])
		if tag < "010" {
			fields = append(fields, Field{tag, string(value)})
			continue
		}
		var parts []subfield
		for part := range bytes.SplitSeq(value, []byte{beginOfPart}) {
			if len(part) > 1 {
				parts = append(parts, subfield{string(part[:1]), string(part[1:])})
			}
		}
		if len(value) > 2 {
			parts = parts[min(1, len(parts)):] // the indicators
		}
		fields = append(fields, field(tag, parts))
	}
	return fields, nil
}

func ascii(raw []byte) bool {
	return !bytes.ContainsFunc(raw, func(r rune) bool { return r >= utf8.RuneSelf })
}

// subfield is a part of a field: its code and its text.
type subfield struct{ code, text string }

// field makes a field of its parts: of a title a, n, p and b, of all others a and x to z. The marks that catalogues write between
// parts are kept within, and dropped at the end.
func field(tag string, parts []subfield) Field {
	codes := "axyz"
	if tag == "245" {
		codes = "anpb"
	}
	var texts []string
	for _, p := range parts {
		if strings.Contains(codes, p.code) {
			texts = append(texts, strings.TrimSpace(p.text))
		}
	}
	value := strings.Join(texts, " ")
	if tag[0] == '6' {
		value = strings.TrimSuffix(strings.Join(texts, " -- "), ".")
	}
	for _, mark := range []string{" /", " :", " =", " ;", ","} {
		value = strings.TrimSuffix(value, mark)
	}
	return Field{tag, strings.TrimSpace(value)}
}

// marcxml reads a record of MARC 21 in XML.
func marcxml(raw []byte) (fields []Field, err error) {
	var tag, code string
	var text strings.Builder
	var parts []subfield
	err = walk(raw, func(token xml.Token) {
		switch e := token.(type) {
		case xml.StartElement:
			text.Reset()
			switch e.Name.Local {
			case "controlfield":
				tag = attribute(e, "tag")
			case "datafield":
				tag, parts = attribute(e, "tag"), nil
			case "subfield":
				code = attribute(e, "code")
			}
		case xml.CharData:
			text.Write(e)
		case xml.EndElement:
			switch e.Name.Local {
			case "controlfield":
				fields = append(fields, Field{tag, strings.TrimSpace(text.String())})
			case "subfield":
				parts = append(parts, subfield{code, spaced(text.String())})
			case "datafield":
				if tag != "" {
					fields = append(fields, field(tag, parts))
				}
			}
		}
	})
	return fields, err
}

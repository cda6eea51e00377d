package text

import (
	"strings"
	"testing"
)

// TestAddresses: what stands in braces is an address, and nothing else.
func TestAddresses(t *testing.T) {
	for _, c := range []string{
		"See {https://example.org/roofs/?a=1&b=2#c}, and ({http://example.org}) or <{www.example.org/a~b}>; moss", "Write to {jane.roof-er@moss.example.org}.",
		"at DOI {10.1000/182.a}.", `in "{https://example.org/a,b}" here`, "{FTP://example.org/a}", "precision@5.2 and P@k, www. and http: are none", "10.1000/182 and 10.5", "",
	} {
		text := strings.NewReplacer("{", "", "}", "").Replace(c)
		got, rest := "", 0
		for _, at := range Addresses(text) {
			got, rest = got+text[rest:at[0]]+"{"+text[at[0]:at[1]]+"}", at[1]
		}
		if got += text[rest:]; got != c {
			t.Errorf("%s, want %s", got, c)
		}
	}
}

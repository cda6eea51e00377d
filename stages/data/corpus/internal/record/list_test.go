package record

import (
	"fmt"
	"strings"
	"testing"
)

// TestItems reads lists as Python, NumPy and JSON print them, with and without scores, and no other text.
func TestItems(t *testing.T) {
	const none = "no list"
	for text, want := range map[string]string{
		`['a b', "it's", 'c\'d']`:                    `a b|it's|c'd`,
		`["a \u00e9", "\ud835\udc00", "x\/y", "\n"]`: "a é|\U0001d400|x/y|\n",
		`['\xe9', '\U0001d400', 'tab\t.']`:           "é|\U0001d400|tab\t.",
		`('a', 'b')`:                                 `a|b`,
		`('a',)`:                                     `a`,
		" [ 'a' ,\n'b', ] ":                          `a|b`,
		"['a' 'b c'\n 'd']":                          `a|b c|d`,
		`[('a', 0.5), ('b c', 1e-05)]`:               `a 0.5|b c 1e-05`,
		`[(0.5, 'a'), (2, 'b')]`:                     `a 0.5|b 2`,
		`[["a", 0.5], ["b", -1]]`:                    `a 0.5|b -1`,
		`[(np.str_('a'), np.float64(0.25))]`:         `a 0.25`,
		`[["a"], ["b"]]`:                             `a|b`,
		`['a', None, nan]`:                           `a`,
		`["a", null]`:                                `a`,
		`[]`:                                         ``,
		`()`:                                         ``,
		`[1, 2]`:                                     none,
		`[('a', 'b')]`:                               none,
		`[('a', 0.5, 1)]`:                            none,
		`[[['a']]]`:                                  none,
		`[3] a footnote`:                             none,
		`(deep) learning`:                            none,
		`(1.5)`:                                      none,
		`['a`:                                        none,
		`['a', 'b'`:                                  none,
		`['a'] and ['b']`:                            none,
		`['a'; 'b']`:                                 none,
		`['a\`:                                       none,
		`['\ud800', "b"]`:                            "\ufffd|b",
		`[f(g('a'))]`:                                none,
		`[f('a'`:                                     none,
		`[f(`:                                        none,
		`[0.5 'a']`:                                  none,
		``:                                           none,
		strings.Repeat("[", 1000):                    none,
		strings.Repeat("f(", 1000) + "1":             none,
		"[" + strings.Repeat("f(", 100000) + "'a'": none,
	} {
		got := none
		if items, ok := Items(text); ok {
			var all []string
			for _, i := range items {
				s := i.Phrase
				if i.Score != nil {
					s += fmt.Sprint(" ", *i.Score)
				}
				all = append(all, s)
			}
			got = strings.Join(all, "|")
		}
		if got != want {
			t.Errorf("%.40q: got %q, want %q", text, got, want)
		}
	}
}

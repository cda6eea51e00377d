package schemas

import "testing"

// TestDigest: a digest tells apart any two contents of one kind, to the byte, and says nothing of a text and of tokens.
func TestDigest(t *testing.T) {
	text := func(title, body string) string {
		return (&Document{TitleText: title, BodyText: body, Title: []string{"a"}}).Digest()
	}
	tokens := func(title, body []string) string { return (&Document{Title: title, Body: body}).Digest() }
	empty := (&Document{}).Digest()
	for _, c := range []struct {
		name, a, b string
		differ     bool
	}{
		{"the same text", text("A", "b"), text("A", "b"), false},
		{"another text", text("A", "b"), text("A", "c"), true},
		{"another title", text("A", "b"), text("", "b"), true},
		{"another number", text("Type 1", ""), text("Type 2", ""), true},
		{"another case", text("A", ""), text("a", ""), true},
		{"a line end of Windows", text("A", "b\nc"), text("A", "b\r\nc"), true},
		{"a blank more", text("A", "b"), text("A", " b"), true},
		{"the title ends elsewhere", text("A b", "c"), text("A ", "bc"), true},
		{"the other field", text("A", ""), text("", "A"), true},
		{"no text", text("A", "b"), empty, true},
		{"no tokens", tokens([]string{"a"}, nil), empty, true},
		{"both empty", tokens(nil, []string{""}), empty, false},
		{"the same tokens", tokens([]string{"a"}, []string{"b"}), tokens([]string{"a"}, []string{"b"}), false},
		{"other tokens", tokens([]string{"a"}, []string{"b"}), tokens([]string{"a", "b"}, nil), true},
		{"text and tokens", text("a", "b"), tokens([]string{"x"}, []string{"b"}), false},
		{"no digest", text("a", "b"), "", false},
	} {
		if Differ(c.a, c.b) != c.differ || Differ(c.b, c.a) != c.differ {
			t.Errorf("%s: %s and %s differ: %v", c.name, c.a, c.b, !c.differ)
		}
	}
	// printf 'A\377b' | sha256sum
	if got, want := text("A", "b"), "text:"+"58ae03412d3b22b2944f53da3c7ce0008294dd05145c1ddc4b2a97ac8c0e4600"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

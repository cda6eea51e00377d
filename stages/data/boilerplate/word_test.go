package boilerplate

import "testing"

// TestWord: a sentence ends with a point, also behind what closes a quotation, and with the number of a part.
func TestWord(t *testing.T) {
	for text, want := range map[string]bool{
		"roofs. A": true, "roofs.\") A": true, "roofs.”] A": true, "roofs?' A": true, "(1) A": true, "roofs。A": true, "roofs.\u00a0A": true, "roofs:": true,
		"roofs A": false, "roofs” A": false, "\") A": false, "(12) A": false, "(a) A": false, "": false, "roofs.x A": false, "roofs;\u2028A": false,
	} {
		end, got := word(text, 0)
		if got != want || end > len(text) || end < len(text) && text[end:] != "A" && text[end+len(text[end:])-1:] != "A" {
			t.Errorf("%q ends at %d, %v", text, end, got)
		}
	}
	if end, _ := word("a roof。 b", 2); end != len("a roof。") {
		t.Error(end)
	}
}

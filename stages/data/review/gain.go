package review

import "fmt"

// refits are what refits gained in present F1@5 on other documents, the least and the most over corpora: the tables of README.md and
// train/RESULTS.md (Chinese papers, Russian news, Finnish questions, biomedicine, Inspec with and without the network).
var refits = []struct {
	documents   int
	least, most string
}{
	{30, "−.003", "+.123"},
	{100, "+.004", "+.152"},
	{1000, "+.026", "+.203"},
}

// Gain says whether so many corrected documents are enough for a refit to gain, by the table of refits.
func Gain(documents int) string {
	at := refits[0]
	for _, r := range refits[1:] {
		if documents >= r.documents {
			at = r
		}
	}
	text := fmt.Sprintf("a refit to %d documents changed present F1@5 by %s to %s in our tables", at.documents, at.least, at.most)
	switch {
	case documents < refits[0].documents:
		return text + fmt.Sprintf("; correct %d more", refits[0].documents-documents)
	case at == refits[len(refits)-1]:
		return text
	}
	return text + "; more documents gain more"
}

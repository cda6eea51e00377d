package manifest

import "encoding/json"

// Count names a number among the notes of a manifest: a note, or one cause of a note that counts by cause.
type Count struct{ Note, Cause string }

// Counts returns the numbers among notes. Those of several parts are added up.
func Counts(notes map[string]any) map[Count]float64 {
	counts := map[Count]float64{}
	data, err := json.Marshal(notes)
	var plain map[string]any
	if err != nil || json.Unmarshal(data, &plain) != nil {
		return counts
	}
	for _, part := range (&Manifest{Notes: plain}).eachNotes() {
		for note, v := range part {
			switch v := v.(type) {
			case float64:
				counts[Count{Note: note}] += v
			case map[string]any:
				for cause, n := range v {
					if n, ok := n.(float64); ok {
						counts[Count{note, cause}] += n
					}
				}
			}
		}
	}
	return counts
}

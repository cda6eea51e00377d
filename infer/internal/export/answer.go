package export

import "github.com/wrone2set/wrone2set/schemas"

// Answer converts a prediction into the answer to a row of an Arrow stream, with the same phrases as the other
// exports.
func Answer(p schemas.Prediction) schemas.Answer {
	return schemas.Answer{Limits: p.Limits, Phrases: Row{Prediction: p}.phrases()}
}

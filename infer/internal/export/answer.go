package export

import "wrone2set/schemas"

// Answer is what is answered to a row of an Arrow stream: the phrases that the other exports have too.
func Answer(p schemas.Prediction) schemas.Answer {
	return schemas.Answer{Phrases: Document{Prediction: p}.phrases()}
}

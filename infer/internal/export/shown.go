package export

import "github.com/wrone2set/wrone2set/schemas"

// Shown returns the phrases that exports have, best first.
func (p Phrases) Shown() []schemas.Phrase { return p.written() }

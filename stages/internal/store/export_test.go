package store

import "time"

// Hurry shortens how long a connection may stand still.
func (s *Store) Hurry(patience time.Duration) { s.patience = patience }

// Quiet is what becomes of the text of an error.
func Quiet(err error) string { return quiet(err) }

package store

import "time"

// Hurry shortens the pauses before repetitions, and how long an answer may take.
func (s *Store) Hurry(pause, patience time.Duration) { s.pause, s.patience = pause, patience }

// Quiet is what becomes of the text of an error.
func Quiet(err error) string { return quiet(err) }

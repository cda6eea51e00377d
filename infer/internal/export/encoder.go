package export

// encoder writes rows one by one. It begins before the first, or at the end if there is none: the columns of a pipe are unknown before.
type encoder[R any] struct {
	begin func() error
	write func(R) error
	end   func() error
	begun bool
}

func (e *encoder[R]) start() error {
	if e.begun {
		return nil
	}
	e.begun = true
	return e.begin()
}

// Write implements rows.Encoder.
func (e *encoder[R]) Write(all ...R) error {
	for _, r := range all {
		if err := e.start(); err != nil {
			return err
		}
		if err := e.write(r); err != nil {
			return err
		}
	}
	return nil
}

// Close implements rows.Encoder.
func (e *encoder[R]) Close() error {
	if err := e.start(); err != nil {
		return err
	}
	return e.end()
}

package store

import (
	"errors"
	"io/fs"
)

// Replace is Put that only replaces an object of the given version, else the error is [ErrChanged].
func (s *Store) Replace(path string, data []byte, version string) error {
	if err := s.has(path, version); err != nil {
		return err
	}
	return s.Put(path, data, false)
}

// RemoveVersion removes an object, if it exists. If it has another version, it stays and the error is [ErrChanged].
func (s *Store) RemoveVersion(path, version string) error {
	if err := s.has(path, version); err != nil {
		return err
	}
	return s.Remove(path)
}

func (s *Store) has(path, version string) error {
	info, err := s.Stat(path)
	if err == nil && !info.(*Info).Same(version) || errors.Is(err, fs.ErrNotExist) {
		return &fs.PathError{Op: "write", Path: path, Err: ErrChanged}
	}
	return err
}

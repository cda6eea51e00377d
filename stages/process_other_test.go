//go:build !linux

package stages

func limitFiles() {}

//go:build !gs

package storage

func gsDriver() (driver, error) { return driver{}, notBuilt("gs") }

//go:build !gs

package store

func gsDriver() (driver, error) { return driver{}, notBuilt("gs") }

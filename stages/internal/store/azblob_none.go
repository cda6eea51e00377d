//go:build !azblob

package store

func azureDriver() (driver, error) { return driver{}, notBuilt("azblob") }

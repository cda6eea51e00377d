//go:build !azblob

package storage

func azureDriver() (driver, error) { return driver{}, notBuilt("azblob") }

package store

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// schemes are the URL schemes of buckets.
var schemes = []string{"s3", "mem"}

// instead tells, by scheme, how to reach buckets of other providers.
var instead = map[string]string{
	"gs":     "Google's buckets are reached by its S3 interface: set AWS_ENDPOINT_URL=https://storage.googleapis.com, AWS_REGION=auto and an HMAC key in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and write s3://bucket/key",
	"azblob": "copy the files to this machine, or to a bucket of S3",
}

// parameters matches a query, which URLs of other programs have after the key. The ? of a glob does not match.
var parameters = regexp.MustCompile(`\?[A-Za-z0-9_.-]*=`)

// Remote reports whether a path is in a bucket.
func Remote(path string) bool {
	scheme, _, ok := strings.Cut(path, "://")
	return ok && slices.Contains(schemes, scheme)
}

// Path returns the path of a path or URL that the user gave. It refuses URLs that may contain secrets, and does not repeat them in
// the error: they would end up in manifests and logs.
func Path(given string) (string, error) {
	scheme, rest, ok := strings.Cut(given, "://")
	host, _, _ := strings.Cut(rest, "/")
	if !ok {
		return given, nil
	}
	name, secret := scheme, strings.Contains(host, "@")
	if i := strings.LastIndexAny(scheme, ":/\\@"); i >= 0 { // s3 of dir/s3, and of source.txt:s3
		name, secret = "…"+scheme[i+1:], secret || strings.Contains(scheme, "@")
	}
	switch {
	case secret, slices.Contains(schemes, scheme) && strings.Contains(host, ":"):
		return "", fault.Usagef("%s://…: a URL with a user name or a password is not taken; credentials come from the environment or the files of the provider's tools", name)
	case strings.ContainsAny(scheme, "/\\"):
		return given, nil
	case scheme == "file" && strings.HasPrefix(rest, "/"):
		return filepath.FromSlash(rest), nil
	case scheme == "file":
		return "", fault.Usagef("file://…: want file:///path, of this machine")
	case instead[scheme] != "":
		return "", fault.Usagef("%s://: is not read or written; %s", scheme, instead[scheme])
	case !slices.Contains(schemes, scheme):
		return "", fault.Usagef("%s://: is not read or written; want a file of this machine or s3://", name)
	}
	bucket, _, _ := strings.Cut(rest, "/")
	switch {
	case parameters.MatchString(rest):
		return "", fault.Usagef("%s://…: a URL with parameters (?name=value) is not taken; region and endpoint are AWS_REGION and AWS_ENDPOINT_URL, credentials come from the environment or the files of the provider's tools", scheme)
	case bucket == "":
		return "", fault.Usagef("%s: want %s://bucket/prefix", given, scheme)
	}
	return strings.TrimRight(given, "/"), nil
}

// cut splits the path of an object.
func cut(path string) (scheme, bucket, key string) {
	scheme, rest, _ := strings.Cut(path, "://")
	bucket, key, _ = strings.Cut(rest, "/")
	return scheme, bucket, strings.TrimRight(key, "/")
}

// Join returns the path of name, which has slashes, in a folder.
func Join(dir, name string) string {
	if !Remote(dir) {
		return filepath.Join(dir, filepath.FromSlash(name))
	}
	if name = path.Clean("/" + name); name == "/" {
		return dir
	}
	return strings.TrimRight(dir, "/") + name
}

// Dir returns the folder of a path; for a bucket, the bucket itself.
func Dir(file string) string {
	if !Remote(file) {
		return filepath.Dir(file)
	}
	scheme, bucket, key := cut(file)
	if i := strings.LastIndexByte(key, '/'); i >= 0 {
		return scheme + "://" + bucket + "/" + key[:i]
	}
	return scheme + "://" + bucket
}

// Base returns the last element of a path.
func Base(file string) string {
	if !Remote(file) {
		return filepath.Base(file)
	}
	return path.Base(strings.TrimRight(file, "/"))
}

package store

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// scheme begins the URL of a bucket.
const scheme = "s3://"

// instead tells, by scheme, how to reach buckets of other providers.
var instead = map[string]string{
	"gs":     "Google's buckets are reached by its S3 interface: set AWS_ENDPOINT_URL=https://storage.googleapis.com, AWS_REGION=auto and an HMAC key in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and write s3://bucket/key",
	"azblob": "copy the files to this machine, or to a bucket of S3",
}

// parameters matches a query, which URLs of other programs have after the key. The ? of a glob does not match.
var parameters = regexp.MustCompile(`\?[A-Za-z0-9_.-]*=`)

// Remote reports whether a path is in a bucket.
func Remote(path string) bool { return strings.HasPrefix(path, scheme) }

// Path returns the path of a path or URL that the user gave. It refuses URLs that may contain secrets, and does not repeat them in
// the error: they would end up in manifests and logs.
func Path(given string) (string, error) {
	kind, rest, ok := strings.Cut(given, "://")
	host, _, _ := strings.Cut(rest, "/")
	if !ok {
		return given, nil
	}
	name, secret := kind, strings.Contains(host, "@")
	if i := strings.LastIndexAny(kind, ":/\\@"); i >= 0 { // s3 of dir/s3, and of source.txt:s3
		name, secret = "…"+kind[i+1:], secret || strings.Contains(kind, "@")
	}
	switch {
	case secret, Remote(given) && strings.Contains(host, ":"):
		return "", fault.Usagef("%s://…: a URL with a user name or a password is not taken; credentials come from the environment or the files of the provider's tools", name)
	case strings.ContainsAny(kind, "/\\"):
		return given, nil
	case kind == "file" && strings.HasPrefix(rest, "/"):
		return filepath.FromSlash(rest), nil
	case kind == "file":
		return "", fault.Usagef("file://…: want file:///path, of this machine")
	case instead[kind] != "":
		return "", fault.Usagef("%s://: is not read or written; %s", kind, instead[kind])
	case !Remote(given):
		return "", fault.Usagef("%s://: is not read or written; want a file of this machine or s3://", name)
	}
	switch {
	case parameters.MatchString(rest):
		return "", fault.Usagef("s3://…: a URL with parameters (?name=value) is not taken; region and endpoint are AWS_REGION and AWS_ENDPOINT_URL, credentials come from the environment or the files of the provider's tools")
	case host == "":
		return "", fault.Usagef("%s: want s3://bucket/prefix", given)
	}
	return strings.TrimRight(given, "/"), nil
}

// cut splits the path of an object.
func cut(path string) (bucket, key string) {
	bucket, key, _ = strings.Cut(strings.TrimPrefix(path, scheme), "/")
	return bucket, strings.TrimRight(key, "/")
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
	bucket, key := cut(file)
	key = key[:max(strings.LastIndexByte(key, '/'), 0)]
	return strings.TrimSuffix(scheme+bucket+"/"+key, "/")
}

// Base returns the last element of a path.
func Base(file string) string {
	if !Remote(file) {
		return filepath.Base(file)
	}
	return path.Base(strings.TrimRight(file, "/"))
}

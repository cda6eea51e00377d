package main

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// user runs the programs of an image: not root, by number, since the image has no names.
const user = "65532:65532"

// image writes the image of a folder of programs: one layer with the programs, their licences, the certificates that HTTPS to
// a bucket needs, and a /tmp. The form is that of docker save
// (https://github.com/moby/docker-image-spec/blob/v1.3.1/spec.md).
func image(w io.Writer, dir, platform string) error {
	layer := &bytes.Buffer{}
	if err := root(layer, dir); err != nil {
		return err
	}
	system, arch, ok := strings.Cut(platform, "/")
	if !ok {
		return fmt.Errorf("platform %s: want OS/ARCH", platform)
	}
	type object = map[string]any
	config, err := json.Marshal(object{
		"os": system, "architecture": arch, "created": epoch,
		"config": object{"User": user, "Entrypoint": []string{"/infer"}, "Cmd": []string{"--help"}, "Env": []string{"PATH=/"}, "WorkingDir": "/tmp"},
		"rootfs": object{"type": "layers", "diff_ids": []string{fmt.Sprintf("sha256:%x", sha256.Sum256(layer.Bytes()))}},
	})
	if err != nil {
		return err
	}
	_, version, _ := strings.Cut(filepath.Base(dir), "_")
	version, _, _ = strings.Cut(version, "_")
	name := fmt.Sprintf("%x.json", sha256.Sum256(config))
	index, err := json.Marshal([]object{{"Config": name, "RepoTags": []string{"keyphrases:latest", "keyphrases:" + version}, "Layers": []string{"layer.tar"}}})
	if err != nil {
		return err
	}
	t := tar.NewWriter(w)
	return errors.Join(entry(t, "manifest.json", 0o644, index), entry(t, name, 0o644, config), entry(t, "layer.tar", 0o644, layer.Bytes()), t.Close())
}

// root writes the root folder of an image.
func root(w io.Writer, dir string) error {
	t := tar.NewWriter(w)
	err := t.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: "tmp/", Mode: 0o1777, ModTime: epoch, Format: tar.FormatPAX})
	err = errors.Join(err, entry(t, "etc/ssl/certs/ca-certificates.crt", 0o644, certificates()))
	return errors.Join(err, files(dir, func(name string, mode int64, data []byte) error {
		if strings.HasPrefix(name, "share/") { // a shell's completions and manual pages: there is no shell
			return nil
		}
		return entry(t, name, mode, data)
	}), t.Close())
}

// certificates are those that Mozilla trusts, and Go where a system has none. Those with a constraint, which a file cannot
// say, are left out.
func certificates() []byte {
	var b bytes.Buffer
	for c := range bundle.Roots() {
		if c.Constraint == nil {
			pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate})
		}
	}
	return b.Bytes()
}

#!/usr/bin/env bash
# usage: image.sh ARCH VERSION FOLDER OUT.tar: packs the folder of programs as a Linux image for docker load, podman load and
# whatever else reads the files of docker save. One layer has the programs at /, the certificates that HTTPS to a bucket needs, and
# a /tmp; there is no shell and no base image, since the programs are static. The form is that of
# https://github.com/moby/docker-image-spec/blob/v1.3.1/spec.md. The same programs give the same bytes. It needs GNU tar.
set -euo pipefail
arch=$1 version=$2 folder=$3 out=$4
epoch=1980-01-01T00:00:00Z # also that of the archives: the first time that a zip file can have
user=65532:65532           # by number: the image has no names
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
pack() { tar --format=pax --pax-option=delete=atime,delete=ctime --sort=name --mtime=$epoch --owner=0 --group=0 --numeric-owner "$@"; }

mkdir -p "$work/tree/etc/ssl/certs"
mkdir -m 1777 "$work/tree/tmp"
cp -R "$folder/." "$work/tree"
chmod -R u=rwX,go=rX "$work/tree"/*
chmod 1777 "$work/tree/tmp"
go run ./stages/deploy/roots >"$work/tree/etc/ssl/certs/ca-certificates.crt"
(cd "$work/tree" && pack -cf ../layer.tar -- *)

sum() { sha256sum "$1" | cut -d ' ' -f 1; }
cat >"$work/config" <<END
{"architecture":"$arch","config":{"Cmd":["--help"],"Entrypoint":["/infer"],"Env":["PATH=/"],"User":"$user","WorkingDir":"/tmp"},
"created":"$epoch","os":"linux","rootfs":{"diff_ids":["sha256:$(sum "$work/layer.tar")"],"type":"layers"}}
END
config=$(sum "$work/config").json
mv "$work/config" "$work/$config"
echo "[{\"Config\":\"$config\",\"Layers\":[\"layer.tar\"],\"RepoTags\":[\"keyphrases:latest\",\"keyphrases:$version\"]}]" >"$work/manifest.json"
pack -cf "$work/image.tar" -C "$work" manifest.json "$config" layer.tar
mv "$work/image.tar" "$out" # whole or not there

#!/usr/bin/env bash
# usage: dist.sh OUT OS/ARCH...: makes what a release consists of in the folder OUT, which must not be there: by goreleaser.yaml, for
# each platform an archive of the programs with completions, manual pages and licences, and a list of what is in it (SPDX); for
# each Linux an image; SHA256SUMS. All but the lists, which have times in them, are the same bytes for the same commit, wherever they
# are made. SYFT=none leaves out the lists; GORELEASER=goreleaser takes one that is installed. It runs in the root of the
# repository, and takes its tools from the module proxy.
set -euo pipefail
out=$1
shift
goreleaser=${GORELEASER:-go run github.com/goreleaser/goreleaser/v2@v2.15.1}
mkdir "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
targets=$(tr '/ ' '_,' <<<"$*")
sed "s|targets: .*|targets: [$targets]|" stages/deploy/goreleaser.yaml >"$work/goreleaser.yaml"
echo "dist: $work/dist" >>"$work/goreleaser.yaml"
skip=sbom
if [ "${SYFT:-}" != none ]; then
	GOBIN=$work CGO_ENABLED=0 go install github.com/anchore/syft/cmd/syft@v1.57.0
	PATH=$work:$PATH skip=publish
fi
$goreleaser release --config "$work/goreleaser.yaml" --snapshot --clean --skip $skip
cp "$work"/dist/wrone2set_*_* "$out"
for archive in "$out"/wrone2set_*_linux_*.tar.gz; do
	[ -e "$archive" ] || break # no Linux was asked for
	name=$(basename "$archive" .tar.gz)
	arch=${name##*_} version=${name#wrone2set_}
	version=${version%%_*}
	tar -xzf "$archive" -C "$work"
	rm -r "$work/$name/share" # completions and manual pages: an image has no shell
	stages/deploy/image.sh "$arch" "$version" "$work/$name" "$out/wrone2set_${version}_image_$arch.tar"
done
if [ -n "${BEST:-}" ]; then
	version=$(cut -d '"' -f 2 stages/python/src/wrone2set/_version.py)
	stages/deploy/model.sh "$BEST" "$out/wrone2set_${version}_model_best.tar.gz"
fi
cd "$out"
sha256sum -- * >"$work/sums"
mv "$work/sums" SHA256SUMS

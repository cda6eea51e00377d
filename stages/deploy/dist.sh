#!/usr/bin/env bash
# usage: dist.sh OUT OS/ARCH...: makes what a release consists of in the folder OUT, which must not be there: for each platform
# an archive of the programs with completions, manual pages and licences, and a list of what is in it (SPDX); for each Linux an
# image; SHA256SUMS. All but the lists, which have times in them, are the same bytes for the same commit, wherever they are made.
# It runs in the root of the repository, and takes its tools from the module proxy.
set -euo pipefail
out=$1
shift
export CGO_ENABLED=0
syft=${SYFT:-go run github.com/anchore/syft/cmd/syft@v1.57.0}
programs='./preprocess ./train ./infer ./score'
build="go build -buildvcs=auto -trimpath -ldflags=-s\ -w"
mkdir "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

eval "$build" -o "$work/here/" $programs
version=$("$work/here/infer" --version | cut -d ' ' -f 3)
go build -o "$work/archive" ./stages/deploy/archive

stages/deploy/common.sh "$work/here" "$work/common"

for platform; do
	system=${platform%/*} arch=${platform#*/}
	name=wrone2set_${version}_${system}_$arch
	eval GOOS=$system GOARCH=$arch "$build" -o "$work/$name/" $programs
	[ "$syft" = none ] || $syft scan -q "dir:$work/$name" --source-name wrone2set --source-version "$version" -o spdx-json="$out/$name.spdx.json"
	cp -R "$work/common/." "$work/$name"
	case $system in
	windows) "$work/archive" "$work/$name" "$out/$name.zip" ;;
	*) "$work/archive" "$work/$name" "$out/$name.tar.gz" ;;
	esac
	[ $system != linux ] || "$work/archive" -image "$platform" "$work/$name" "$out/wrone2set_${version}_image_$arch.tar"
	rm -r "${work:?}/$name"
done
cd "$out"
sha256sum -- * > "$work/sums"
mv "$work/sums" SHA256SUMS

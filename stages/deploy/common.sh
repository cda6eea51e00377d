#!/usr/bin/env bash
# usage: common.sh BIN OUT: makes the folder OUT of what every archive of a release has beside the programs: manual pages,
# completions, and the licences of what is compiled in. BIN has the four programs for this machine. It runs in the root of the
# repository.
set -euo pipefail
bin=$1 out=$2
licenses=${LICENSES:-go run github.com/google/go-licenses@v1.6.0}
said=$(mktemp)
trap 'rm -f "$said"' EXIT
rm -rf "$out"
share=$out/share
mkdir -p "$share"/{man/man1,bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
cp LICENSE README.md .github/CHANGELOG.md "$out"
for mode in preprocess train{,' refit',' concepts'} infer{,' export',' concepts',' stream'} score{,' compare',' tables',' concepts'}; do
	"$bin/"$mode --man > "$share/man/man1/${mode/ /-}.1"
done
for p in preprocess train infer score; do
	"$bin/$p" --completion bash > "$share/bash-completion/completions/$p"
	{ echo "#compdef $p"; "$bin/$p" --completion zsh; echo "_$p \"\$@\""; } > "$share/zsh/site-functions/_$p"
	"$bin/$p" --completion fish > "$share/fish/vendor_completions.d/$p.fish"
done
# It says at length which files are no Go; that is a matter of ours alone.
$licenses save ./preprocess ./train ./infer ./score --save_path "$out/licenses" 2> "$said" || { cat "$said"; exit 1; }
mkdir -p "$out/licenses/go.dev"
cp "$(go env GOROOT)/LICENSE" "$out/licenses/go.dev"
chmod -R u+w "$out"

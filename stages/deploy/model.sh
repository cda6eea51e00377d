#!/usr/bin/env bash
# usage: model.sh FOLDER OUT.tar.gz: packs a model folder with a tagger, for infer --speed best. The archive has one folder, named as
# OUT.tar.gz, with the files that the programs read, and with the card if the folder has one, but not the manifest: that has times, and
# paths of the machine. The same files give the same bytes. It needs GNU tar.
set -euo pipefail
folder=$1 out=$2
name=$(basename "$out" .tar.gz)
[ -e "$folder/tagger-model.safetensors" ] || {
	echo "$folder has no tagger; make -f infer/pretrained/recipe.mk best makes a folder with one" >&2
	exit 1
}
work=$(mktemp -d -p "$(dirname "$out")") # beside the archive, so that mv renames it
trap 'rm -rf "$work"' EXIT
umask 022
mkdir "$work/$name"
for file in config.json model.safetensors vocab.parquet choice.json choice-fast.json choice-best.json phrases.parquet neighbours.parquet \
	extract.json tagger-config.json tagger-model.safetensors tagger-vocab.parquet MODEL_CARD.md; do
	[ ! -e "$folder/$file" ] || cp "$folder/$file" "$work/$name"
done
chmod 644 "$work/$name"/*
tar --format=pax --pax-option=delete=atime,delete=ctime --sort=name --mtime=1980-01-01T00:00:00Z --owner=0 --group=0 --numeric-owner \
	-cf "$work/tar" -C "$work" "$name"
gzip -n "$work/tar"
mv "$work/tar.gz" "$out" # whole or not there

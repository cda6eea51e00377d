#!/bin/sh
# usage: clean.sh OUT: removes the outputs of the programs in the folder OUT, and nothing else. A folder is an output if its
# manifest, or the mark of an unfinished one, names a stage of ours and a key. Of a finished output go the files that its
# manifest lists, of an unfinished one those whose names its stage declares: what else is in there is somebody's, and stays with
# its folder. Ends with 1 where OUT is there and nothing of it was ours.
set -eu
out=$1 gone=

# The files that a stage declares (--describe; a test holds this list against it). Each may have a shard's number.
declared() {
	case $1 in
	preprocess) echo 'train-*.parquet valid-*.parquet test.*-*.parquet examples.train-*.arrow examples.valid-*.arrow vocab.parquet filtered.parquet rejects.jsonl' ;;
	train) echo 'config.json model.safetensors choice.json extract.json last.safetensors vocab.parquet phrases.parquet neighbours.parquet tagger-config.json tagger-model.safetensors tagger-vocab.parquet train_log.parquet report.html assignments.parquet checkpoint/*' ;;
	'train refit') echo 'config.json model.safetensors choice.json extract.json vocab.parquet phrases.parquet neighbours.parquet tagger-config.json tagger-model.safetensors tagger-vocab.parquet' ;;
	infer) echo 'predictions-*.parquet slots-*.parquet rejects.jsonl predictions.jsonl predictions.csv predictions.txt table.csv table.xlsx table.parquet' ;;
	score) echo 'scores.parquet metrics.json report.html summary.txt groups.parquet' ;;
	'score compare') echo 'compare.txt compare.*' ;;
	'score tables') echo 'paper.* costs.md' ;;
	esac
}

# stage prints the stage whose record a file is; nothing of a file of someone else.
stage() {
	[ -f "$1" ] && grep -qE '^  "key": "[0-9a-f]{64}",$' "$1" || return 0
	sed -nE 's/^  "stage": "(preprocess|train( refit)?|infer|score( compare| tables)?)",$/\1/p' "$1"
}

# listed prints the files of a manifest's output. None of ours lies deeper, and none leads outside.
listed() {
	sed -n '/^  "outputs": \[/,/^  \]/s|^      "path": "\([^/"\\]*\)",*$|\1|p' "$1"
}

# files removes those of an output folder of the stage $2; what is left of it stays. rm says what it could not remove.
files() (
	cd "$1" || exit 0
	names='checkpoint/*' # what a training goes on from is in no manifest
	if [ -n "$(stage manifest.json)" ]; then
		listed manifest.json | while IFS= read -r name; do rm -f -- "$name" || :; done
		[ "$2" = train ] || names=
	else
		names=$(declared "$2")
	fi
	[ ! -L checkpoint ] || names=$(echo "$names" | sed 's|checkpoint/\*||') # it leads to what may be somebody's
	set -f # the words are patterns of names, for rm to match and not for the loop
	for name in $names; do
		set +f
		rm -f -- $name ${name%.*}-?????-of-?????.${name##*.} || :
	done
	set +f
	rm -f -- *-?????-of-?????.manifest.json .*.tmp-???????? .failed-?????-of-????? .parts.jsonl .lock manifest.json .stage.json || :
	rmdir checkpoint 2>/dev/null || :
)

for d in "$out" "$out"/* "$out"/*/* "$out"/.*.tmp-???????? "$out"/*/.*.tmp-???????? \
	"$out"/paper/*/*/* "$out"/paper/*/*/*/* "$out"/paper/*/*/.*.tmp-???????? "$out"/paper/*/*/*/.*.tmp-????????; do
	[ ! -L "$d" ] || continue
	of=$(stage "$d/manifest.json")
	of=${of:-$(stage "$d/.stage.json")}
	[ -n "$of" ] || continue
	gone=1
	case ${d##*/} in
	.*.tmp-????????) rm -rf -- "$d" "$d.lock" ;; # a draft is its program's alone
	*) files "$d" "$of" ;;
	esac
	if [ ! -e "$d" ] || rmdir -- "$d" 2>/dev/null; then echo "removed $d"; else echo "clean: $d stays, with what $of did not write: $(ls -A "$d" | head -n 3 | tr '\n' ' ')"; fi
done
if [ -n "$gone" ]; then
	rm -f -- "$out/.settings" "$out"/*/.settings "$out/paper/.training" "$out/paper/.systems" "$out/paper/.encoder"
	[ ! -d "$out" ] || find "$out" -depth -type d -empty -exec rmdir {} \;
fi
if [ -e "$out" ] || [ -L "$out" ]; then
	echo "clean: $out stays, since it holds what no manifest of these programs says is theirs; remove it by hand"
	[ -n "$gone" ]
fi

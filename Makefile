# The pipeline: preprocess -> train -> infer -> score. Each stage's manifest is a target that depends on the one before.
# Without TRAIN the corpus is a made-up sample, and nothing but this clone and the module proxy is needed.

OUT    ?= run
SAMPLE ?= 4000
TRAIN  ?=
VALID  ?=
TESTS  ?=
PRESET ?=
MODEL  ?=
IN     ?=
DOCUMENTS ?=
REVIEW ?=
REUSE  ?=
STAGES := preprocess train infer score
abstracts := infer/pretrained/abstracts.jsonl
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
VERSITYGW   := github.com/versity/versitygw/cmd/versitygw@v1.8.0
GREMLINS    := github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0
BENCHSTAT   := golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
DEADCODE    := golang.org/x/tools/cmd/deadcode@v0.51.0

# What a user gives is text: $(shell …) in it is not run, and reaches the programs as it was given. q quotes it for the shell. Names
# that stand in targets, and lists of words, cannot be quoted.
text := OUT SAMPLE TRAIN VALID TESTS PRESET MODEL IN DOCUMENTS REVIEW REUSE SIZE SEEDS SYSTEMS ENCODER DIST BEST MODULE BENCH OLD
$(foreach v,$(text),$(if $(filter-out undefined default,$(origin $v)),$(eval override $v := $$(value $v))))
q = '$(subst ','\'',$1)'
comma  := ,
empty  :=
tests  := $(foreach t,$(TESTS),$(firstword $(subst =, ,$t)))
shell_marks := $$ ` ' " ; & | < > ( ) * ? [ ] { } \ ! \#
refuse = $(foreach c,$(shell_marks),$(if $(findstring $c,$($1)),$(error $(if $(filter tests,$1),names in TESTS,$1): want words without the characters $(shell_marks))))
$(foreach v,OUT SAMPLE PRESET SIZE SEEDS SYSTEMS MODULE tests,$(call refuse,$v))
$(if $(word 2,$(OUT)),$(error OUT: want a folder without blanks in its name))

# More flags for one stage: make run TRAIN_FLAGS='--epochs 3 --seed 527'.
PREPROCESS_FLAGS ?=
TRAIN_FLAGS      ?=
INFER_FLAGS      ?=
SCORE_FLAGS      ?=

export CGO_ENABLED ?= 0
.DEFAULT_GOAL := menu
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: menu build programs run label refit adapt test s3server torture fuzz mutants lint bench wheel dist clean module FORCE

ifeq ($(TRAIN),)
corpus := --sample $(SAMPLE)
names  := sample
else
corpus := --train $(call q,$(TRAIN)) $(if $(VALID),--valid $(call q,$(VALID))) $(foreach t,$(TESTS),--test $(call q,$t))
names  := $(tests)
endif

# Every preset is the training's; sizes and the authors' release are the preprocessing's too, the release is everyone's.
# Without a size both keep that of pipeline.yaml.
preset := $(if $(PRESET),--preset $(PRESET))
sizes  := $(filter paper small best mini tiny released,$(subst $(comma), ,$(PRESET)))
words  := $(if $(sizes),--preset $(subst $(empty) ,$(comma),$(strip $(sizes))))
theirs := $(if $(filter released,$(sizes)),--preset released)
settings := $(corpus) $(preset) $(PREPROCESS_FLAGS) / $(TRAIN_FLAGS) / $(INFER_FLAGS) / $(SCORE_FLAGS)

menu: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: $(STAGES:%=bin/%) ## the four programs, into bin/

run: $(names:%=$(OUT)/scores/%/manifest.json) ## preprocess, train, infer and score; TRAIN= VALID= TESTS='name=file …' PRESET= OUT=
	@for n in $(names); do bin/score show $(OUT)/scores/$$n; done
	@echo; echo 'Some abstracts, by the model that is part of infer (bin/infer --documents $(abstracts)):'; \
		bin/infer --config none --quiet --documents $(abstracts) --choose probability=0.1 --export csv --out -

label: $(OUT)/label/predictions/manifest.json ## keyphrases for a corpus, into OUT/label/predictions: IN=corpus OUT= MODEL=folder, or that of infer; REUSE=folder of last month's keyphrases, to label only what is new
	@echo "keyphrases: $(<D)"

refit: $(OUT)/refit/model/manifest.json ## a model with its choice of phrases fitted to documents with keyphrases, into OUT/refit/model: IN=corpus in English, DOCUMENTS=corpus in other languages, or both; REVIEW=sheet that was corrected, DOCUMENTS=what was labelled; OUT= MODEL=folder, or that of infer
	@echo "refitted model: $(<D); make label IN=… MODEL=$(<D) labels with it"

adapt: $(OUT)/adapt/model/manifest.json ## a model adapted to documents with keyphrases, into OUT/adapt/model: IN=corpus OUT= MODEL=folder, or that of infer
	@echo "adapted model: $(<D); make label IN=… MODEL=$(<D) labels with it"

test: build ## every test but those of whole pipelines, which .ci/run adds
	WRONE2SET_BIN='$(CURDIR)/bin' go test ./...

# Rounds of each kind, the first with the seed SEED. Ctrl-C prints what was done so far; TMPDIR=/dev/shm is twice as fast.
TORTURE_KILLS  ?= 10000
TORTURE_FILES  ?= 100000
OUTPUT_ROUNDS   ?= 10000
SEED           ?= 1
torture: ## kills, full disks and damaged files by the thousand, for an hour or two
	SEED=$(SEED) TORTURE_KILLS=$(TORTURE_KILLS) TORTURE_FILES=$(TORTURE_FILES) \
		TORTURE_ROT=all go test -count=1 -timeout 0 -v ./stages/stagetest/torture ./schemas
	SEED=$(SEED) OUTPUT_ROUNDS=$(OUTPUT_ROUNDS) OUTPUT_SERVER=real go test -count=1 -timeout 0 -v -run TestMetamorphic ./stages/internal/output

# One at a time, since go test takes one. FUZZTIME=1m runs them for a minute, at whose end a slow one may fail with "context deadline exceeded".
# Without 1x most of the time goes into shortening inputs.
FUZZTIME ?= 10000x
FUZZ     ?= .
fuzz: ## every fuzz target with FUZZTIME inputs, those whose package and name match FUZZ
	@git grep -oE '^func Fuzz[A-Za-z]+' -- '*_test.go' | sed -E 's,(.*)/[^/]+:func ,\1 ,' | grep -E $(call q,$(FUZZ)) | while read -r package target; do \
		go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1x ./$$package </dev/null || exit 1; done

# Packages whose own tests are quick and decide much. Some: make mutants MUTANTS='schemas stages/internal/array'.
MUTANTS ?= schemas schemas/internal/guard stages/internal/array stages/internal/cli stages/internal/config stages/internal/fault \
	stages/internal/manifest stages/internal/output stages/internal/store stages/data/corpus stages/data/document stages/data/doubt stages/data/language \
	stages/data/markup stages/data/rows stages/data/spelling stages/data/text stages/data/thesaurus stages/data/word stages/data/wordpiece \
	stages/model/choose stages/model/fallback stages/model/phrase stages/model/rank preprocess/internal/duplicate preprocess/internal/rule \
	train/internal/assign train/internal/wr score/internal/metric
mutants: ## conditions and operators changed one at a time: which changes does no test see? For a night
	@for package in $(MUTANTS); do \
		echo "$$package"; go run $(GREMLINS) unleash --timeout-coefficient 20 --output-statuses lt ./$$package || exit 1; done

# Where stages/stagetest/s3server looks for it, whose constant is the same version.
s3server:
	GOBIN="$${XDG_CACHE_HOME:-$$HOME/.cache}/wrone2set/versitygw-$(lastword $(subst @, ,$(VERSITYGW)))" go install $(VERSITYGW)

# Dead is what no program reaches, but for the packages that are there for tests, and what programs of others call; of those,
# what no test reaches.
FOR_TESTS := ^stages/((stagetest|nn/tape|model/fallback/fit|label)/|nn/kernel/peak|internal/store/memory)
lint: ## gofmt, vet, staticcheck, deadcode
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo 'run gofmt -w on these files'; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...
	@dead=$$(go run $(DEADCODE) ./...) || exit 1; test -z "$$dead" || ! echo "$$dead" | grep -Ev '$(FOR_TESTS)'
	@dead=$$(go run $(DEADCODE) -test ./...) || exit 1; test -z "$$dead" || { echo "$$dead"; exit 1; }

# Two commits: make bench OUT=old, then, in the other one, make bench OUT=new OLD=old. Some of them: BENCH=Paper.
BENCH ?= .
COUNT ?= 3
OLD   ?=
bench: ## every benchmark, into OUT/bench.txt, and a table of it; OLD=folder of another bench.txt to compare with
	@mkdir -p $(OUT)
	go test -run '^$$' -bench $(call q,$(BENCH)) -benchmem -count $(COUNT) -benchtime 0.3s -timeout 0 ./... >$(OUT)/bench.txt || \
		{ cat $(OUT)/bench.txt; exit 1; }
	@go run $(BENCHSTAT) $(if $(OLD),$(call q,$(OLD)/bench.txt)) $(OUT)/bench.txt

# A release: make dist DIST=folder. Its tools come from the module proxy; PLATFORMS='linux/amd64' makes one alone.
DIST      ?= dist
PLATFORMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
# The model for --speed best, if recipe.mk best has made it there, is an archive of its own.
BEST      ?= $(patsubst %/manifest.json,%,$(wildcard $(OUT)/recipe/best/manifest.json))
dist: ## archives of the programs for six platforms, images, checksums, contents (SPDX), and of the model BEST=folder, into DIST
	BEST=$(call q,$(BEST)) stages/deploy/dist.sh $(call q,$(DIST)) $(PLATFORMS)

# The wheel of another platform: make wheel GOOS=darwin GOARCH=arm64. Python builds it, by what pip fetches.
wheel: ## the Python package wrone2set with the program of this machine's platform, into DIST
	go build -trimpath -ldflags '-s -w' -o bin/wheel/infer ./infer
	WRONE2SET_PROGRAM='$(CURDIR)/bin/wheel/infer' WRONE2SET_GOOS=$$(go env GOOS) WRONE2SET_GOARCH=$$(go env GOARCH) \
		python3 -m pip wheel --quiet --no-deps --wheel-dir $(call q,$(DIST)) stages/python

clean: ## remove what was built; outputs of the programs are the user's
	@rm -rf bin

# For a fork: make module MODULE=github.com/you/wrone2set. The line module of go.mod is where the path is set.
module: old = $(shell awk '/^module /{print $$2}' go.mod)
module:
	@test -n '$(MODULE)' || { echo 'make module MODULE=github.com/you/wrone2set'; exit 1; }
	git grep -lF '$(old)' | xargs sed -i 's|$(old)|$(MODULE)|g'
	git ls-files '*.go' | xargs gofmt -w

# One build for all programs: what they share is compiled on every core at once. Stripped, they still know version and commit.
bin/%: programs ;

programs:
	@go build -trimpath -ldflags '-s -w' -o bin/ $(STAGES:%=./%)

# The settings of the last run, labelling or adapting: newer than the manifests only when they change.
$(OUT)/.settings: now = $(settings)
# The model is no prerequisite: it may be one of OUT, and is taken as it is, whatever a run would make of it now.
base  := $(or $(MODEL),infer/pretrained/model)
model = $(base) $(shell cksum $(call q,$(base))/*.json 2>/dev/null)
$(OUT)/label/.settings: now = $(IN) $(model) $(theirs) $(REUSE) $(INFER_FLAGS)
$(OUT)/refit/.settings $(OUT)/adapt/.settings: now = $(IN) / $(DOCUMENTS) / $(REVIEW) / $(model) $(theirs) $(PREPROCESS_FLAGS) / $(TRAIN_FLAGS)
$(OUT)/.settings $(OUT)/label/.settings $(OUT)/refit/.settings $(OUT)/adapt/.settings: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' $(call q,$(now)) | cmp -s - $@ || printf '%s\n' $(call q,$(now)) > $@

$(OUT)/data/manifest.json: pipeline.yaml $(OUT)/.settings | bin/preprocess
	bin/preprocess --config pipeline.yaml $(corpus) $(words) --out $(@D) $(PREPROCESS_FLAGS)

$(OUT)/model/manifest.json: $(OUT)/data/manifest.json pipeline.yaml | bin/train
	bin/train --config pipeline.yaml --data $(OUT)/data $(preset) --out $(@D) $(TRAIN_FLAGS)

$(OUT)/predictions/%/manifest.json: $(OUT)/model/manifest.json pipeline.yaml | bin/infer
	bin/infer --config pipeline.yaml --model $(OUT)/model --documents '$(OUT)/data/test.$*-*.parquet' $(theirs) --out $(@D) \
		$(INFER_FLAGS)

$(OUT)/scores/%/manifest.json: $(OUT)/predictions/%/manifest.json pipeline.yaml | bin/score
	bin/score --config pipeline.yaml --predictions $(OUT)/predictions/$* --documents '$(OUT)/data/test.$*-*.parquet' \
		$(theirs) --out $(@D) $(SCORE_FLAGS) >/dev/null

$(OUT)/label/predictions/manifest.json: pipeline.yaml $(OUT)/label/.settings $(wildcard $(IN)) | bin/infer
	@test -n $(call q,$(IN)) || { echo 'which corpus? make label IN=corpus.jsonl.gz, and MODEL=run/model for another model than that of infer'; exit 64; }
	bin/infer --config pipeline.yaml $(if $(MODEL),--model $(call q,$(MODEL))) --documents $(call q,$(IN)) $(if $(REUSE),--reuse $(call q,$(REUSE))) $(theirs) \
		--out $(@D) $(INFER_FLAGS)

which := { echo 'which documents? make $(filter refit adapt,$(MAKECMDGOALS)) IN=labelled.jsonl.gz$(if $(filter refit,$(MAKECMDGOALS)),$(comma) or DOCUMENTS=german.jsonl for those in other languages$(comma) or REVIEW=review.xlsx DOCUMENTS=papers.csv for a sheet that was corrected), and MODEL=run/model for another model than that of infer'; exit 64; }

$(OUT)/refit/data/manifest.json: pipeline.yaml $(OUT)/refit/.settings $(wildcard $(IN)) | bin/preprocess
	bin/preprocess --config pipeline.yaml --valid $(call q,$(IN)) $(theirs) --out $(@D) $(PREPROCESS_FLAGS)

# The network and its choice label English; train refit --documents fits what labels other languages.
$(OUT)/refit/model/manifest.json: $(if $(IN),$(OUT)/refit/data/manifest.json) pipeline.yaml $(OUT)/refit/.settings $(wildcard $(DOCUMENTS) $(REVIEW)) | bin/train
	@test -n $(call q,$(DOCUMENTS)) || test -z $(call q,$(REVIEW)) || { echo 'which documents were labelled? make refit REVIEW=review.xlsx DOCUMENTS=papers.csv'; exit 64; }
	@test -n $(call q,$(IN)$(DOCUMENTS)) || $(which)
	bin/train refit --config pipeline.yaml --model $(call q,$(base)) $(if $(IN),--data $(OUT)/refit/data) $(if $(DOCUMENTS),--documents $(call q,$(DOCUMENTS))) \
		$(if $(REVIEW),--review $(call q,$(REVIEW))) --out $(@D) $(TRAIN_FLAGS)

# Half of the documents say when to stop and are what the choice of phrases is fitted to: it gains more by them than the network.
# If the model has a tagger, that is trained instead of the network. A tagger needs no limit on the keyphrases of a document.
tagger := $(notdir $(wildcard $(base)/tagger-vocab.parquet))
$(OUT)/adapt/data/manifest.json: pipeline.yaml $(OUT)/adapt/.settings $(wildcard $(IN)) | bin/preprocess
	@test -n $(call q,$(IN)) || $(which)
	bin/preprocess --config pipeline.yaml --vocab-from $(call q,$(base)$(tagger:%=/%)) $(tagger:%=--max-targets 1000) --train $(call q,$(IN)) --valid-share 0.5 $(theirs) \
		--out $(@D) $(PREPROCESS_FLAGS)

ifeq ($(tagger),)
$(OUT)/adapt/model/manifest.json: $(OUT)/adapt/data/manifest.json pipeline.yaml | bin/train
	bin/train --config pipeline.yaml --init-from $(call q,$(base)) --data $(OUT)/adapt/data --preset adapt --out $(@D) $(TRAIN_FLAGS)
else
$(OUT)/adapt/model/manifest.json: $(OUT)/adapt/tagger/manifest.json pipeline.yaml | bin/train
	bin/train refit --config pipeline.yaml --model $(call q,$(base)) --tagger $(<D) --data $(OUT)/adapt/data --out $(@D)
endif

$(OUT)/adapt/tagger/manifest.json: $(OUT)/adapt/data/manifest.json pipeline.yaml | bin/train
	bin/train --config pipeline.yaml --init-from $(call q,$(base)) --data $(OUT)/adapt/data --preset tagger,adapt --out $(@D) $(TRAIN_FLAGS)

include score/paper.mk

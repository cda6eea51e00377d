# What the built-in model is made of and what its card and README say of refits, from a folder of corpora:
#
#   make -f infer/pretrained/recipe.mk data     pool, authors' keywords and KP20k's parts, through preprocess, into OUT/recipe/data
#   make -f infer/pretrained/recipe.mk model    the built-in model, from these and the word vectors of ENCODER=folder of MiniLM: five core-hours
#   make -f infer/pretrained/recipe.mk best     the built-in model with a tagger, ENCODER=folder of MiniLM: better labels, slower; three core-hours
#   make -f infer/pretrained/recipe.mk refits   the table of refits with 30 to 1,000 documents of Inspec, into OUT/recipe/refits
#
# CORPORA holds train_pool.jsonl.gz, more/authorkw_train.jsonl.gz, kp20k_small/, inspec/ and inspec_train.jsonl. What is done is not
# done again, and training that was interrupted goes on.

OUT     ?= run
CORPORA ?= ../shared/data
BIN     ?= bin
MODEL   ?= infer/pretrained/model
SEED    ?= 27
SIZES   ?= 30 100 300 1000
ENCODER ?=
FLAGS   ?=
RECIPE  := $(OUT)/recipe
parts   := train valid test
pools   := $(parts:%=$(RECIPE)/pool_%.jsonl) $(parts:%=$(RECIPE)/akw_%.jsonl)
kp20k    = $(CORPORA)/kp20k_small/$1_src.txt:$(CORPORA)/kp20k_small/$1_trg.txt
# A model with a tagger labels with it.
speed   := $(if $(wildcard $(MODEL)/choice-best.json),--speed best )
inspec  := $(CORPORA)/inspec/word_inspec_testing_context.txt:$(CORPORA)/inspec/word_inspec_testing_allkeywords.txt

.PHONY: pools data model best refits programs
.DELETE_ON_ERROR:
.SECONDARY:

programs:
	@test -x $(BIN)/train || $(MAKE) build

# Lines counted from 0: of the pool's those with remainder 0 by 88 are test documents, 44 validation, the others training; of the
# documents with authors' keywords (akw) 0 and 20 by 40.
pools: $(pools)
$(RECIPE)/pool_%.jsonl: n = 88
$(RECIPE)/akw_%.jsonl: n = 40
$(RECIPE)/%_train.jsonl: of = r != 0 && r != n / 2
$(RECIPE)/%_valid.jsonl: of = r == n / 2
$(RECIPE)/%_test.jsonl: of = r == 0
$(filter $(RECIPE)/pool_%,$(pools)): $(CORPORA)/train_pool.jsonl.gz
$(filter $(RECIPE)/akw_%,$(pools)): $(CORPORA)/more/authorkw_train.jsonl.gz
$(pools):
	@mkdir -p $(@D)
	gzip -dc $< | awk -v n=$n '{ r = (NR - 1) % n } $(of)' > $@

data: $(RECIPE)/data/manifest.json
$(RECIPE)/data/manifest.json: $(pools) | programs
	$(BIN)/preprocess --config none --vocab-size 20000 --train $(RECIPE)/pool_train.jsonl --train $(RECIPE)/akw_train.jsonl --train '$(call kp20k,train)' \
		--valid $(RECIPE)/pool_valid.jsonl --valid '$(call kp20k,valid)' --valid $(RECIPE)/akw_valid.jsonl --test akw=$(RECIPE)/akw_test.jsonl \
		--test pool=$(RECIPE)/pool_test.jsonl --test 'kp20k=$(call kp20k,test)' --test 'inspec=$(inspec)' --out $(@D) $(FLAGS)

# The network, then the choice on validation documents of the three kinds, about 1,000 each, in two speeds.
model: $(RECIPE)/model/manifest.json
$(RECIPE)/next/manifest.json: $(RECIPE)/data/manifest.json
	@test -n '$(ENCODER)' || { echo 'ENCODER is the folder of a BERT model, such as all-MiniLM-L6-v2: make … model ENCODER=all-MiniLM-L6-v2'; exit 1; }
	$(BIN)/train --config none --preset best,wr --epochs 4 --seed 43 --precision bfloat16 --embeddings '$(ENCODER)' --choice-documents 0 \
		--data $(RECIPE)/data --out $(@D) $(FLAGS)
$(RECIPE)/model/manifest.json: $(RECIPE)/next/manifest.json
	$(BIN)/train refit --config none --model $(RECIPE)/next --data $(RECIPE)/data --choice-documents 3100 --alternatives 3 --fast on --store int8 --out $(@D) $(FLAGS)

# A tagger of six layers learns from every second document of the pool and of those with authors' keywords; its first four learn on from
# half of the others. Then the choice is fitted to the validation documents of the three kinds.
best: $(RECIPE)/best/manifest.json
taught := $(RECIPE)/pool_train.jsonl $(RECIPE)/akw_train.jsonl
$(RECIPE)/half.jsonl: lines = NR % 2
$(RECIPE)/quarter.jsonl: lines = NR % 4 == 2
$(RECIPE)/half.jsonl $(RECIPE)/quarter.jsonl: $(taught)
	cat $^ | awk '$(lines)' > $@
$(RECIPE)/half/manifest.json: more = --train '$(call kp20k,train)'
$(RECIPE)/half/manifest.json $(RECIPE)/quarter/manifest.json: $(RECIPE)/%/manifest.json: $(RECIPE)/%.jsonl $(RECIPE)/pool_valid.jsonl $(RECIPE)/akw_valid.jsonl | programs
	@test -n '$(ENCODER)' || { echo 'ENCODER is the folder of a BERT model, such as all-MiniLM-L6-v2: make … best ENCODER=all-MiniLM-L6-v2'; exit 1; }
	$(BIN)/preprocess --config none --encoder '$(ENCODER)' --train $< $(more) --valid $(RECIPE)/pool_valid.jsonl --valid '$(call kp20k,valid)' \
		--valid $(RECIPE)/akw_valid.jsonl --out $(@D) $(FLAGS)
$(RECIPE)/six/manifest.json: $(RECIPE)/half/manifest.json
	$(BIN)/train --config none --preset mini,tagger --encoder '$(ENCODER)' --encoder-lr 5e-5 --precision bfloat16 --seed 43 --data $(<D) --out $(@D) $(FLAGS)
$(RECIPE)/tagger/manifest.json: $(RECIPE)/quarter/manifest.json $(RECIPE)/six/manifest.json
	$(BIN)/train --config none --preset mini,tagger --init-from $(RECIPE)/six --layers 4 --encoder-lr 5e-5 --precision bfloat16 --seed 43 --data $(<D) --out $(@D) $(FLAGS)
$(RECIPE)/best/manifest.json: $(RECIPE)/tagger/manifest.json $(RECIPE)/data/manifest.json
	$(BIN)/train refit --config none --model $(MODEL) --tagger $(<D) --data $(RECIPE)/data --choice-documents 3100 --alternatives 3 --store int8 --out $(@D) $(FLAGS)

# Documents are drawn by the numbers of Lehmer's generator (Park and Miller 1988), one a line: the N with the smallest.
$(RECIPE)/refits/%/drawn.jsonl: $(CORPORA)/inspec_train.jsonl
	@mkdir -p $(@D)
	awk -v x=$(SEED) 'function next_() { x = x * 16807 % 2147483647; return x } BEGIN { for (i = 0; i < 9; i++) next_() } { printf "%d\t%s\n", next_(), $$0 }' $< | \
		LC_ALL=C sort -n | head -n $* | cut -f 2- > $@
$(RECIPE)/refits/%/data/manifest.json: $(RECIPE)/refits/%/drawn.jsonl | programs
	$(BIN)/preprocess --config none --quiet --valid $< --test 'inspec=$(inspec)' --out $(@D) $(FLAGS)
$(RECIPE)/refits/%/model/manifest.json: $(RECIPE)/refits/%/data/manifest.json
	$(BIN)/train refit --config none --quiet --model $(MODEL) --data $(<D) --out $(@D) $(FLAGS)
$(RECIPE)/refits/%/top5/manifest.json: $(RECIPE)/refits/%/model/manifest.json
	$(BIN)/infer --config none --quiet $(speed)--model $(<D) --documents '$(RECIPE)/refits/$*/data/test.inspec-*.parquet' --precision int8 --choose top=5 --out $(@D) $(FLAGS)
$(RECIPE)/refits/%/f1/manifest.json: $(RECIPE)/refits/%/model/manifest.json
	$(BIN)/infer --config none --quiet $(speed)--model $(<D) --documents '$(RECIPE)/refits/$*/data/test.inspec-*.parquet' --precision int8 --choose f1 --out $(@D) $(FLAGS)
$(RECIPE)/refits/%/compare/manifest.json: $(RECIPE)/refits/%/top5/manifest.json $(RECIPE)/refits/%/f1/manifest.json
	$(BIN)/score compare --config none --quiet --predictions top5=$(RECIPE)/refits/$*/top5 --predictions f1=$(RECIPE)/refits/$*/f1 \
		--documents '$(RECIPE)/refits/$*/data/test.inspec-*.parquet' --out $(@D) $(FLAGS) >/dev/null

refits: $(SIZES:%=$(RECIPE)/refits/%/compare/manifest.json)
	@for n in $(SIZES); do echo "== $$n documents, seed $(SEED)"; cat $(RECIPE)/refits/$$n/compare/compare.txt; done

# The tables of the paper: make paper TRAIN=… VALID=… TESTS='kp20k=… inspec=…' SIZE=small SEEDS='27 527 9527' SYSTEMS='settrans wr'
# trains each system with each seed, labels and scores each test set with it, and writes OUT/paper/tables. What is done is
# not done again: it may be stopped anywhere. Systems are presets of train (train --help says which row is which). Those over
# a pretrained encoder run if ENCODER= says its folder, on data of its pieces.

SIZE    ?= $(if $(TRAIN),small,tiny)
SEEDS   ?= 27 527 9527
over_encoder := unikeyphrase promptkp
SYSTEMS ?= one2one catseq-r catseq $(if $(ENCODER),$(over_encoder)) settrans settrans-unscaled slots-12 slots-16 slots-24 slots-28 settrans-batching wr no-reassign no-weighting rand-assign
PAPER   := $(OUT)/paper

# Steps between looks at what the slots are trained on, and how many documents are looked at. Of the looks ten in the last 9.4 % of the
# steps, as in the paper, are in tables 1, 3 and 9: a thousandth of all steps between looks, or fewer, is best.
ASSIGNMENTS ?= --assignments-every 50 --assignments-documents 100

# Systems of one slot: nothing is assigned to slots, no ∅ over-estimated, nothing chosen among.
one_slot := one2one catseq-r catseq $(over_encoder)
system_of = $(word 1,$(subst /, ,$(patsubst $(PAPER)/%,%,$1)))
data_of   = $(PAPER)/$(if $(filter $(over_encoder),$(call system_of,$1)),pieces,data)
of_slots  = $(if $(filter $(one_slot),$(call system_of,$1)),,$2)

# What a folder of a system and a seed is, and of one of its test sets.
models := $(foreach s,$(SYSTEMS),$(foreach n,$(SEEDS),$(PAPER)/$s/$n))
scored := $(foreach m,$(models),$(foreach t,$(names),$m/scores/$t $(call of_slots,$m,$m/chosen-scores/$t)))
named   = $(subst /,_,$(patsubst $(PAPER)/%,%,$1))

# A model whose validation documents were too few to fit a choice to has none, which is known once it is trained: then its slots
# speak in the place of what is chosen, and that is in no table.
if_choice = $$(test -f $1/model/choice.json && echo $2)

.PHONY: paper
paper: $(PAPER)/tables/manifest.json ## the paper's tables, into OUT/paper/tables: TRAIN= VALID= TESTS= SIZE= SEEDS= SYSTEMS= ENCODER= OUT=
	@bin/score show $(PAPER)/tables | tail -n 1

$(PAPER)/.settings: now = $(corpus) $(SIZE) $(PREPROCESS_FLAGS)
$(PAPER)/.encoder: now = $(ENCODER)
$(PAPER)/.training: now = $(SIZE) $(ASSIGNMENTS) $(TRAIN_FLAGS)
$(PAPER)/.systems: now = $(SYSTEMS) / $(SEEDS) / $(names) / $(INFER_FLAGS) / $(SCORE_FLAGS)
$(PAPER)/.settings $(PAPER)/.encoder $(PAPER)/.training $(PAPER)/.systems: FORCE
	@mkdir -p $(@D)
	@echo "$(now)" | cmp -s - $@ || echo "$(now)" > $@

$(PAPER)/pieces/manifest.json: pipeline.yaml $(PAPER)/.settings $(PAPER)/.encoder | bin/preprocess
	bin/preprocess --config pipeline.yaml $(corpus) --preset $(SIZE) --encoder '$(ENCODER)' --out $(@D) $(PREPROCESS_FLAGS)

$(PAPER)/data/manifest.json: pipeline.yaml $(PAPER)/.settings | bin/preprocess
	bin/preprocess --config pipeline.yaml $(corpus) --preset $(SIZE) --out $(@D) $(PREPROCESS_FLAGS)

# One model, and what it says of one test set: as the paper has it with the slots themselves, and chosen among.
define train_model
$1/model/manifest.json: $(call data_of,$1)/manifest.json $(PAPER)/.training pipeline.yaml | bin/train
	bin/train --config pipeline.yaml --data $(call data_of,$1) --preset $(SIZE),$(call system_of,$1) --seed $(notdir $1) \
		$(if $(filter $(over_encoder),$(call system_of,$1)),--encoder '$(ENCODER)') $(call of_slots,$1,$(ASSIGNMENTS)) --out $$(@D) $(TRAIN_FLAGS)
endef
define score_test
$1/slots/$2/manifest.json: $1/model/manifest.json $(PAPER)/.systems | bin/infer
	bin/infer --config pipeline.yaml --model $1/model --documents '$(call data_of,$1)/test.$2-*.parquet' --choose slots $(call of_slots,$1,--slots) \
		--out $$(@D) $(INFER_FLAGS)
$1/scores/$2/manifest.json: $1/slots/$2/manifest.json | bin/score
	bin/score --config pipeline.yaml --predictions $1/slots/$2 $(call of_slots,$1,--slots $1/slots/$2) --documents '$(call data_of,$1)/test.$2-*.parquet' --bins 100 \
		--out $$(@D) $(SCORE_FLAGS) >/dev/null
$1/chosen/$2/manifest.json: $1/model/manifest.json $(PAPER)/.systems | bin/infer
	bin/infer --config pipeline.yaml --model $1/model --documents '$(call data_of,$1)/test.$2-*.parquet' --choose $$$$(test -f $1/model/choice.json && echo f1 || echo slots) --out $$(@D) $(INFER_FLAGS)
$1/chosen-scores/$2/manifest.json: $1/chosen/$2/manifest.json | bin/score
	bin/score --config pipeline.yaml --predictions $1/chosen/$2 --documents '$(call data_of,$1)/test.$2-*.parquet' \
		--out $$(@D) $(SCORE_FLAGS) >/dev/null
endef
$(foreach m,$(models),$(eval $(call train_model,$m)))
$(foreach m,$(models),$(foreach t,$(names),$(eval $(call score_test,$m,$t))))

$(PAPER)/tables/manifest.json: $(scored:%=%/manifest.json) $(PAPER)/.systems | bin/score
	bin/score tables --config pipeline.yaml $(foreach m,$(models),--training $(call named,$m)=$m/model \
		$(foreach t,$(names),--result $(call named,$m)_$t=$m/scores/$t $(call of_slots,$m,$(call if_choice,$m,--chosen $(call named,$m)_$t=$m/chosen-scores/$t)))) \
		--out $(@D) $(SCORE_FLAGS) >/dev/null

# The tables of the paper: make paper TRAIN=… VALID=… TESTS='kp20k=… inspec=…' SIZE=small SEEDS='27 527 9527' SYSTEMS='settrans wr'
# trains each system with each seed, labels and scores each test set with it, and writes OUT/paper/tables. It may be stopped
# anywhere: finished steps are not repeated. Systems are presets of train; train --help tells which row each one is. Systems
# with a pretrained encoder need ENCODER=, its folder, and train on data of its word pieces.

SIZE    ?= $(if $(TRAIN),small,tiny)
SEEDS   ?= 27 527 9527
over_encoder := unikeyphrase promptkp
SYSTEMS ?= one2one catseq-r catseq $(if $(ENCODER),$(over_encoder)) settrans settrans-unscaled slots-12 slots-16 slots-24 slots-28 settrans-batching wr no-reassign no-weighting rand-assign
PAPER   := $(OUT)/paper

# Steps between snapshots of the slots' targets, and documents per snapshot. Tables 1, 3 and 9 use ten snapshots in the last 9.4 %
# of the steps, as in the paper, so take a snapshot at least every thousandth of all steps.
ASSIGNMENTS ?= --assignments-every 50 --assignments-documents 100

# Systems of one slot have no assignment, no ∅ to over-estimate and nothing to choose from.
one_slot := one2one catseq-r catseq $(over_encoder)
system_of = $(word 1,$(subst /, ,$(patsubst $(PAPER)/%,%,$1)))
data_of   = $(PAPER)/$(if $(filter $(over_encoder),$(call system_of,$1)),pieces,data)
of_slots  = $(if $(filter $(one_slot),$(call system_of,$1)),,$2)

# The folder of each system and seed, those of its test sets, and its name in the flags of score tables.
models := $(foreach s,$(SYSTEMS),$(foreach n,$(SEEDS),$(PAPER)/$s/$n))
scored := $(foreach m,$(models),$(foreach t,$(names),$m/scores/$t $(call of_slots,$m,$m/chosen-scores/$t)))
named   = $(subst /,_,$(patsubst $(PAPER)/%,%,$1))

# A model has no choice if its validation documents were too few to fit one, which only its training shows. Its slots then stand
# in for the choice, and no table shows them.
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
	@printf '%s\n' $(call q,$(now)) | cmp -s - $@ || printf '%s\n' $(call q,$(now)) > $@

$(PAPER)/pieces/manifest.json: pipeline.yaml $(PAPER)/.settings $(PAPER)/.encoder | bin/preprocess
	bin/preprocess --config pipeline.yaml $(corpus) --preset $(SIZE) --encoder $(call q,$(ENCODER)) --out $(@D) $(PREPROCESS_FLAGS)

$(PAPER)/data/manifest.json: pipeline.yaml $(PAPER)/.settings | bin/preprocess
	bin/preprocess --config pipeline.yaml $(corpus) --preset $(SIZE) --out $(@D) $(PREPROCESS_FLAGS)

# One model, and its output for one test set: that of the slots, as in the paper, and that of the choice.
define train_model
$1/model/manifest.json: $(call data_of,$1)/manifest.json $(PAPER)/.training pipeline.yaml | bin/train
	bin/train --config pipeline.yaml --data $(call data_of,$1) --preset $(SIZE),$(call system_of,$1) --seed $(notdir $1) \
		$(if $(filter $(over_encoder),$(call system_of,$1)),--encoder $$(call q,$$(ENCODER))) $(call of_slots,$1,$(ASSIGNMENTS)) --out $$(@D) $(TRAIN_FLAGS)
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

// Package schemas is the contract between the four stages. It has one row type for every file that one stage writes
// and another reads, and it alone knows how those files are encoded.
//
//	file                      rows         format      written by
//	documents  *.parquet      Document     Parquet     preprocess
//	examples.* *.arrow        Example      Arrow IPC   preprocess
//	vocab.parquet             VocabRow     Parquet     preprocess
//	filtered.parquet          Filtered     Parquet     preprocess
//	rejects.jsonl             Reject       JSON lines  every stage
//	train_log.parquet         TrainLog     Parquet     train
//	assignments.parquet       Assignment   Parquet     train
//	model.safetensors         Tensor       safetensors train
//	predictions *.parquet     Prediction   Parquet     infer
//	slots *.parquet           Slot         Parquet     infer
//	scores.parquet            Score        Parquet     score
//	groups.parquet            Group        Parquet     score
//
// # Columns
//
// Columns stand in the order of the file and are strings unless the table says otherwise. A list is a LIST of Parquet
// or Arrow with required entries. Every column is required unless it is called optional. A token list is a list of
// strings.
//
//	documents, version 3, preprocess
//	  id                    the id of the corpus, else file stem and line
//	  title, body           token lists, lower-cased, numbers as <digit>
//	  present, absent       lists of token lists: keyphrases whose stems occur in the document, and the others
//	  spellings             list of strings: the keyphrases as the corpus has them, present ones first; empty if it has tokens
//	  hash                  hexadecimal SHA-256 of title and body tokens
//	  title_text, body_text
//	                        the original text; empty if the corpus has tokens, and in train and valid
//	  title_spans, body_spans
//	                        lists of int32, two per token of the original text; their running sums are the byte
//	                        offsets of the token's start and end
//	examples, version 2, preprocess (Arrow, batches of 64 rows)
//	  id
//	  source, extended      lists of int32, one id per source token: below V, and from V on for the document's own words
//	  oov                   list of strings, the document's own words; word i has id V+i
//	  targets               lists of lists of int32: extended ids of each keyphrase, [5] between present and absent
//	vocab, version 2, preprocess
//	  id                    int32, 0 to the number of rows less one; specials first
//	  token
//	  count                 int64, occurrences in training text; 0 for specials
//	                        file metadata: wrone2set.unicode, "fold" or "strip", see UnicodeKey; and
//	                        wrone2set.pieces, a number, for a vocabulary of word pieces, see PiecesKey;
//	                        wrone2set.sample, "true" for the words of a made-up sample
//	filtered, version 2, preprocess
//	  file, row, id         row is an int64, from 1
//	  cause, of             such as "blank"; the id of the document that it repeats
//	train_log, version 2, train
//	  step, epoch, split    int64, steps taken; int32, from 1; "train" or "valid"
//	  loss                  float64, nats per token; here and below, NaN means that the line lacks the quantity
//	  learning_rate, grad_norm
//	                        float64; the norm before clipping
//	  null_share            float64, 0 to 1, share of ∅ among the targets of all slots
//	  lambda_adp            float64, mean over documents, equation 4
//	  potential_share, unimportant_share, other_half_share
//	                        float64, 0 to 1, see TrainLog
//	  source_tokens, target_tokens
//	                        int64, since the last line of the split
//	assignments, version 2, train
//	  snapshot              int64, training step
//	  document, slot        id; int32, from 0
//	  target                token list, empty for ∅
//	predictions, version 6, infer
//	  id
//	  truncated             bool: the document is longer than the model reads, and the rest was not read
//	  language              BCP-47 tag, "und" if it is not known
//	  doubtful              why the probabilities are not to be trusted, see package doubt; empty for most documents
//	  digest                optional: what identifies the text that was labelled, see Document.Digest; null if it is not known
//	  phrases               list, best first, of
//	    phrase              what a person would write; empty for a phrase that nobody would, see Phrase
//	    tokens              token list, as the model has them; scores compare these
//	    score               float32, 0 to 1, the probability that it is right; the slot_score with --choose slots
//	    present, duplicate  bool: its stems are in the document; a better phrase has the same stems
//	    slot                int32, from 0; -1 if no slot wrote it
//	    slot_score          float32, 0 to 1, mean probability of the words in that slot
//	    slots_agreeing      int32, number of slots that wrote these stems
//	    start, end          optional int32: byte offsets of a present phrase's first occurrence in the original text
//	    field               "title" or "body", the text that contains it; empty for none
//	    surface             its spelling there; empty for none
//	    start_char, start_utf16
//	                        optional int32: code points, and UTF-16 code units, before surface
//	assigned, version 4, infer concepts
//	  id, language          id; a tag of two letters, und if it was not found
//	  digest                optional: as in predictions
//	  concepts              list, best first, of
//	    concept, label, notation
//	                        URI; preferred label, in the document's language if there is one; empty for none
//	    score               float32, 0 to 1, the probability that an indexer would assign it
//	    field               "title" or "body", the text that has a label; empty for none
//	    starts, ends        int32 lists: byte offsets of the words of that label
//	    surface             the text from the first to the last of them
//	    neighbour           id of the most similar indexed document that has the concept; empty for none
//	    start_char, start_utf16
//	                        optional int32: code points, and UTF-16 code units, before surface
//	  unmatched             list, best first, of phrases that match no concept; empty without --unmatched
//	    phrase, score, start, end, field, surface, start_char, start_utf16
//	                        as in predictions
//	indexed, version 1, train concepts
//	  id                    id
//	  stems, counts         string list, each once; int32 list, occurrences, those in the title twice
//	  concepts              list of URIs, in order
//	  literal               list of URIs of concepts whose label is in the text, in order
//	answers, version 3, infer (Arrow stream, to standard output; one batch per batch of the stream that it answers)
//	  id                    as in the question and of its type; a string column of null if the question has no ids
//	  phrases               optional list, best first, without duplicates, null for a row that could not be labelled, of
//	    phrase, score, present, field, start, end, surface, start_char, start_utf16
//	                        as in predictions; all are declared optional
//	  reason                optional: why the row could not be labelled
//	  truncated, language, doubtful
//	                        as in predictions; null for a row that could not be labelled
//	slots, version 2, infer
//	  id, slot              int32, from 0; the first half are the present ones
//	  null_probability, first_probability
//	                        float32, 0 to 1, of ∅ and of the first token
//	  vanilla, vanilla_probability
//	                        token list, the greedy phrase; float32, 0 to 1
//	  non_null, non_null_probability
//	                        token list, the phrase with ∅ forbidden; float32, 0 to 1
//	scores, version 2, score
//	  test_set, id, kind    kind is "present", "absent" or "all"
//	  predictions, targets  int32, number of them of the kind
//	  at_5, at_10, at_m, at_o, at_g
//	                        groups of hits (int32) and p, r, f1, map, ndcg, alpha_ndcg (float64, 0 to 1)
//	groups, version 1, score
//	  test_set, column      column is the word of --by
//	  kind, value           "value", "rest" or "none"; the value, empty for the others
//	  values, documents     int64: values in the group; documents with one of them
//	  present_at_5, present_at_m, absent_at_5, absent_at_m
//	                        groups of f1 (float64, 0 to 1), low and high (optional float64, 0 to 1)
//	  phrases, ece          int64; optional float64, 0 to 1
//	tensors, version 2, train (safetensors)
//	                        F32, F64, F16, I64, I32, U8 or I8, little-endian and row-major; names and shapes as in the
//	                        authors' checkpoint; train --store int8 has word embeddings in F16, and weights in 8 bits: row j of
//	                        the I8 tensor NAME times NAME.scale[j];
//	                        checksums of header and tensors are in the header's metadata, which other programs ignore
//	rejects, no version (JSON lines)
//	  file, row, reason     row is a number, from 1
//
// Every Parquet and Arrow file names its schema and the schema's version in its metadata. A reader refuses a file of
// another schema or version with a FileError that says which stage to run again.
//
// All three formats keep three promises.
//
// Bytes: the same rows give the same file, however the caller groups its calls of Write.
//
// Memory: a writer holds at most one row group or batch. A reader holds one page of each column, or a few batches. No
// reader allocates because a file claims a size: package guard first checks sizes and counts against the bytes that are
// there.
//
// Failure: a truncated or damaged file is an error that names file, place and remedy. No panic of the libraries below
// leaves this package. Checksums in tables and tensors find every changed byte; those of examples are in the manifest of
// preprocess alone.
//
// A nil list and an empty list are the same row; readers return either.
package schemas

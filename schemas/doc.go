// Package schemas is the contract between the four stages: one row type for
// every file that one stage writes and another reads, and the only code that
// knows how those files are written.
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
//
// # Columns
//
// In the order of the file; what none is said of is a string. A list is a LIST of Parquet or Arrow whose entries are
// required, as every column is that is not called optional. Token lists are lists of strings.
//
//	documents, version 2, preprocess
//	  id                    the corpus' own, else file stem and line
//	  title, body           token lists, lower-cased, numbers as <digit>
//	  present, absent       lists of token lists: keyphrases whose stems occur in the text, and the others
//	  hash                  hexadecimal SHA-256 of title and body tokens
//	  title_text, body_text
//	                        the text as it was given; empty if it was given as tokens, and in train and valid
//	  title_spans, body_spans
//	                        lists of int32, two a token of a text that was given; their running sums are the bytes where
//	                        it begins and ends there
//	examples, version 2, preprocess (Arrow, batches of 64 rows; checksums before the footer, where no reader looks)
//	  id
//	  source, extended      lists of int32, one id a source token: below V, and with the document's own words from V on
//	  oov                   list of strings, the document's own words; word i has id V+i
//	  targets               lists of lists of int32: extended ids of each keyphrase, [5] between present and absent
//	vocab, version 2, preprocess
//	  id                    int32, 0 to the number of rows less one; specials first
//	  token
//	  count                 int64, occurrences in training text; 0 for specials
//	                        the file's metadata has wrone2set.unicode, "fold" or "strip", see UnicodeKey, and
//	                        wrone2set.pieces, a number, where the words are word pieces, see PiecesKey
//	filtered, version 2, preprocess
//	  file, row, id         row is an int64, from 1
//	  cause, of             such as "blank"; the id of the document that it repeats
//	train_log, version 2, train
//	  step, epoch, split    int64, steps taken; int32, from 1; "train" or "valid"
//	  loss                  float64, nats a token; NaN here and below: the line has no such quantity
//	  learning_rate, grad_norm
//	                        float64; the norm before clipping
//	  null_share            float64, 0 to 1, ∅ among the targets of all slots
//	  lambda_adp            float64, mean over documents, equation 4
//	  potential_share, unimportant_share, other_half_share
//	                        float64, 0 to 1, see TrainLog
//	  source_tokens, target_tokens
//	                        int64, since the last line of the split
//	assignments, version 2, train
//	  snapshot              int64, training step
//	  document, slot        id; int32, from 0
//	  target                token list, empty for ∅
//	predictions, version 3, infer
//	  id
//	  phrases               list, best first, of
//	    phrase, tokens      tokens joined by blanks; token list
//	    score               float32, 0 to 1, the probability that it is right; with --choose slots the slot_score
//	    present, duplicate  bool: its stems are in the text; a phrase of the same stems stands higher
//	    slot                int32, from 0; -1 where no slot wrote it
//	    slot_score          float32, 0 to 1, mean probability of the words in that slot
//	    slots_agreeing      int32, from 0, how many slots wrote these stems
//	    start, end          optional int32: the bytes of the text that was given where a present phrase first stands
//	    field               "title" or "body", which of the two texts that is; empty for none
//	    surface             what is written there; empty for none
//	answers, version 1, infer (Arrow stream, to standard output; a batch for each batch of the stream that is answered)
//	  id                    as it came in the question, of its type; a string of null without one
//	  phrases               optional list, best first and without duplicates, null for a row that could not be labelled, of
//	    phrase, score, present, field, start, end, surface
//	                        as in predictions; every one is declared optional
//	  reason                optional: why the row could not be labelled
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
//	  predictions, targets  int32, of the kind
//	  at_5, at_10, at_m, at_o, at_g
//	                        groups of hits (int32) and p, r, f1, map, ndcg, alpha_ndcg (float64, 0 to 1)
//	tensors, version 2, train (safetensors)
//	                        F32, F64, I64, I32, U8 or I8, little-endian and row-major; names and shapes as in the authors' checkpoint;
//	                        of weights in 8 bits, NAME of I8, row j is NAME.scale[j] times its whole numbers (train --store int8);
//	                        checksums of header and tensors in the header's metadata, which other programs pass over
//	rejects, no version (JSON lines)
//	  file, row, reason     row is a number, from 1
//
// Every Parquet and Arrow file names its schema and the schema's version in its
// metadata. A reader refuses a file of another schema or version with a
// FileError that says which stage to run again.
//
// Three promises hold for all three formats. Bytes: the same rows give the same
// file, however the caller groups its calls of Write. Memory: a writer holds at
// most one row group or batch, a reader one page of each column and the row
// group as it stands in the file while that is small, or one batch, and no
// reader allocates on the word of a file: sizes and counts are first held
// against the bytes that are there (package guard). Failure: a cut or damaged
// file is an error that names file, place and remedy; no panic of the libraries
// below leaves this package.
//
// A nil list and an empty list are the same row; readers return either.
package schemas

package slots

import (
	"fmt"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// TestRollouts compares the input of target assignment: the encoder's output, both rollouts with every distribution, and the
// probabilities of the queries.
func TestRollouts(t *testing.T) {
	cases(t, "assign.safetensors", func(t *testing.T, s seed, _ string) {
		want := s.tensors(t, "assign.safetensors")
		m := model[float32](t, s)
		batch := docs(m.Config, s.tensors(t, "inputs.safetensors"))
		memory, err := m.Encode(nil, batch)
		if err != nil {
			t.Fatal(err)
		}
		compareMemory(t, memory, want["encoder_out"])
		steps := want["vanilla_tokens"].shape[2]
		queries := make([][]int32, batch.Len())
		for b := range queries {
			for n := range m.Slots {
				for _, id := range want["assigned_target"].row(b, n) {
					queries[b] = append(queries[b], int32(id))
				}
			}
		}
		r := say(t, m, nil, memory, GreedyOptions{Length: steps, RunOn: true, Queries: queries})
		var p gap
		for b := range batch.Len() {
			for n := range m.Slots {
				equalTokens(t, fmt.Sprint("vanilla ", b, n), r.Vanilla[b][n].Tokens, want["vanilla_tokens"].row(b, n))
				equalTokens(t, fmt.Sprint("non-∅ ", b, n), r.NonNull[b][n].Tokens, want["nonnull_tokens"].row(b, n))
				for k := range steps {
					for i, id := range queries[b] {
						p.one(fmt.Sprint(b, n, k, id), float64(r.Vanilla[b][n].Asked[k][i]), want["vanilla_dist"].at(b, n, k, int(id)))
					}
				}
			}
		}
		p.within(t, "probability of targets", 2e-6)
		compareWritten(t, m, memory, want["vanilla_tokens"], want["vanilla_dist"], -1, "vanilla distribution")
		compareWritten(t, m, memory, want["nonnull_tokens"], want["nonnull_dist"], int(text.Null), "non-∅ distribution")
		memory.Free()
		if n := m.pool.Lent(); n != 0 {
			t.Errorf("%d slices of the pool are still lent", n)
		}
	})
}

func compareMemory(t *testing.T, memory *Memory[float32], want array) {
	t.Helper()
	var g gap
	width := want.shape[2]
	for b := range memory.Docs.Len() {
		s := memory.Docs.Span(b)
		for i := s.Lo; i < s.Hi; i++ {
			g.rows(fmt.Sprint(b, i-s.Lo), widen(memory.X[i*width:(i+1)*width]), want.row(b, i-s.Lo))
		}
	}
	g.within(t, "encoder output", 2e-6)
}

func equalTokens(t *testing.T, where string, got []int32, want []float64) {
	t.Helper()
	for i, id := range want {
		if i >= len(got) || float64(got[i]) != id {
			t.Errorf("%s: tokens %v, want %v", where, got, want)
			return
		}
	}
}

// compareWritten feeds tokens [B,N,K] to the decoder and compares the distribution [B,N,K,E] of each step, except a word zero
// whose probability the reference has set to 0.
func compareWritten(t *testing.T, m *Model[float32], memory *Memory[float32], tokens, want array, zero int, what string) {
	t.Helper()
	d := m.Decoder(nil, memory, tokens.shape[2])
	defer d.Free()
	rows := m.allSlots(memory.Docs.Len())
	if err := d.Begin(rows); err != nil {
		t.Fatal(err)
	}
	input := make([]int32, len(rows))
	var g gap
	for k := range tokens.shape[2] {
		for i, r := range rows {
			input[i] = text.Bos
			if k > 0 {
				input[i] = int32(tokens.at(r.Doc, r.Slot, k-1))
			}
		}
		if err := d.Step(input); err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			dst := make([]float32, m.Vocab+int(memory.Docs.OOV[r.Doc]))
			d.Distribution(i, dst)
			if zero >= 0 {
				dst[zero] = 0
			}
			g.rows(fmt.Sprint(r, k), widen(dst), want.row(r.Doc, r.Slot, k)[:len(dst)])
		}
	}
	g.within(t, what, 2e-6)
}

// TestGreedy compares greedy decoding: tokens, their scores and the words that were attended most.
func TestGreedy(t *testing.T) {
	for _, file := range []string{"greedy_batch", "greedy_more"} {
		t.Run(file, func(t *testing.T) {
			cases(t, file+".safetensors", func(t *testing.T, s seed, _ string) { checkGreedy(t, s, file+".safetensors") })
		})
	}
}

func checkGreedy(t *testing.T, s seed, file string) {
	want := s.tensors(t, file)
	m := model[float32](t, s)
	memory, err := m.Encode(nil, docs(m.Config, want))
	if err != nil {
		t.Fatal(err)
	}
	all, some := say(t, m, nil, memory, GreedyOptions{RunOn: true}).Vanilla, say(t, m, nil, memory, GreedyOptions{}).Vanilla
	var scores, early gap
	for b := range all {
		for n, w := range all[b] {
			where := fmt.Sprint(b, n)
			equalTokens(t, where, w.Tokens, want["tokens"].row(b, n))
			scores.rows(where, widen(w.Probabilities), want["token_scores"].row(b, n))
			for k, at := range w.Attended {
				if best := kernel.ArgMax(want["copy_attn"].row(b, n, k)); int(at) != best {
					t.Errorf("document %d, slot %d, step %d: most attended %d, want %d", b, n, k, at, best)
				}
			}
			end := 0
			for end < len(w.Tokens) && w.Tokens[end] != text.Eos && w.Tokens[end] != text.Null {
				end++
			}
			end = min(end+1, len(w.Tokens))
			equalTokens(t, where, some[b][n].Tokens, want["tokens"].row(b, n)[:end])
			early.rows(where, widen(some[b][n].Probabilities), widen(w.Probabilities[:end]))
		}
	}
	scores.within(t, "token scores", 2e-6)
	early.within(t, "scores when ended slots leave", 0)
}

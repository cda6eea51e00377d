package slots

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

func TestNamesAndShapesAreTheReferences(t *testing.T) {
	cases(t, "params.safetensors", func(t *testing.T, s seed, _ string) {
		want := s.tensors(t, "params.safetensors")
		m := model[float32](t, s)
		for _, p := range m.Params() {
			a, ok := want[p.Name]
			if !ok {
				t.Errorf("%s is not in the reference", p.Name)
			} else if fmt.Sprint(a.shape) != fmt.Sprint(p.Shape) {
				t.Errorf("%s has shape %v, want %v", p.Name, p.Shape, a.shape)
			}
		}
		if len(m.Params()) != len(want) {
			t.Errorf("%d parameters, want %d", len(m.Params()), len(want))
		}
	})
}

func TestPaperSize(t *testing.T) {
	c := Config{Vocab: 50002, Slots: 20, PhraseLen: 6, Width: 512, Heads: 8, FF: 2048, EncoderLayers: 6, DecoderLayers: 6}
	m, _, err := build[float32](c)
	if err != nil {
		t.Fatal(err)
	}
	if m.Size() != 96141313 {
		t.Errorf("%d parameters, want 96141313", m.Size())
	}
}

// TestStep compares a training step: activations, distributions, copy weights, losses, gradients.
func TestStep(t *testing.T) {
	cases(t, "*/loss.safetensors", func(t *testing.T, s seed, c string) {
		loss := s.tensors(t, c+"/loss.safetensors")
		grads := s.tensors(t, c+"/grads.safetensors")
		exact := ""
		if s.has(c + "/grads_float64.safetensors") {
			exact = c + "/grads_float64.safetensors"
		}
		t.Run("float32", func(t *testing.T) {
			checkStep[float32](t, s, c, loss, grads, limits{2e-6, 2e-6, 2e-6})
			if exact != "" {
				checkStep[float32](t, s, c, nil, s.tensors(t, exact), limits{2e-6, 2e-6, 2e-6})
			}
		})
		if exact == "" {
			return
		}
		t.Run("float64", func(t *testing.T) {
			l := tensors(nil)
			if s.has(c + "/loss_float64.safetensors") {
				l = s.tensors(t, c+"/loss_float64.safetensors")
			}
			checkStep[float64](t, s, c, l, s.tensors(t, exact), limits{1e-9, 1e-9, 1e-9})
		})
	})
}

// limits are the largest absolute differences allowed in activations and probabilities, losses, gradients.
type limits struct{ values, losses, grads float64 }

func checkStep[T kernel.Float](t *testing.T, s seed, c string, loss, grads tensors, at limits) {
	t.Helper()
	m := model[T](t, s)
	batch := docs(m.Config, s.tensors(t, "inputs.safetensors"))
	constants := s.tensors(t, c+"/loss.safetensors")
	if lambda, ok := loss["lambda_adp"]; ok {
		constants["lambda_adp"] = lambda // that of float64
	}
	sup := s.supervision(t, c, constants)
	train := Train{}
	if s.has(c + "/masks.safetensors") {
		m.Dropout = s.rate(t, c+"/masks.safetensors")
		train.Masks = masks(s.tensors(t, c+"/masks.safetensors"), batch, sup)
	}
	seen := map[string][]float64{}
	train.Observe = func(name string, x any) { seen[name] = append([]float64(nil), numbers(x)...) }
	m.ZeroGrad()
	r, err := learn(m, nil, batch, sup.targets, weigh[T](sup), T(sup.norm), train)
	if err != nil {
		t.Fatal(err)
	}
	if n := m.pool.Lent(); n != 0 {
		t.Errorf("%d slices of the pool are still lent", n)
	}
	compareActivations(t, loss, batch, sup, seen, at.values)
	compareMixture(t, m, loss, batch, sup, seen, widenAll(r.P), at.values)
	compareLosses(t, loss, sup, r, at.losses)
	var g gap
	largest := 1.0
	for _, p := range m.Params() {
		g.rows(p.Name, widenAll(p.Grads), grads[p.Name].x)
		for _, x := range grads[p.Name].x {
			largest = max(largest, math.Abs(x))
		}
	}
	g.within(t, "gradient", at.grads*largest)
}

func widenAll[T kernel.Float](x []T) []float64 { return widen(x) }

// compareActivations compares the recorded streams.
func compareActivations(t *testing.T, loss tensors, batch Docs, sup supervision, seen map[string][]float64, limit float64) {
	t.Helper()
	for name, want := range loss {
		name, ok := strings.CutPrefix(name, "act/")
		if !ok || name == "dec.logits" {
			continue
		}
		got, ok := seen[name]
		if !ok {
			t.Errorf("activation %s was not observed", name)
			continue
		}
		width := want.shape[len(want.shape)-1]
		var g gap
		if strings.HasPrefix(name, "enc.") {
			for b := range batch.Len() {
				for i := range batch.Span(b).Len() {
					at := (batch.Span(b).Lo + i) * width
					g.rows(fmt.Sprint(name, b, i), got[at:at+width], want.row(b, i))
				}
			}
		} else {
			for i, p := range sup.places {
				row := []int{p.b, p.n, p.t}
				if len(want.shape) == 3 {
					row = []int{p.b, p.n*loss["target"].shape[2] + p.t}
				}
				g.rows(fmt.Sprint(name, row), got[i*width:(i+1)*width], want.row(row...))
			}
		}
		g.within(t, name, 2*limit) // elements of streams are around 10
	}
}

// compareMixture computes the distribution of every position from the observed values and compares it.
func compareMixture[T kernel.Float](t *testing.T, m *Model[T], loss tensors, batch Docs, sup supervision, seen map[string][]float64, p []float64, limit float64) {
	t.Helper()
	if loss == nil {
		return
	}
	var dist, gate, copies, target gap
	from := 0
	for i, at := range sup.places {
		source := batch.extended(at.b)
		where := fmt.Sprint(at)
		weights := seen["copy"][from : from+len(source)]
		from += len(source)
		if want, ok := loss["copy_attn"]; ok {
			copies.rows(where, weights, want.row(at.b, at.n, at.t)[:len(source)])
		}
		if want, ok := loss["p_gen"]; ok {
			gate.one(where, seen["p_gen"][i], want.at(at.b, at.n, at.t))
		}
		if want, ok := loss["dist"]; ok {
			row := want.row(at.b, at.n, at.t)
			got := mixture(m, seen["dec.output_fc"][i*m.Width:(i+1)*m.Width], seen["p_gen"][i], weights, source, len(row))
			dist.rows(where, got, row)
			y := sup.target(i)
			target.one(where, p[i], row[y])
		}
	}
	dist.within(t, "distribution", limit)
	gate.within(t, "p_gen", limit)
	copies.within(t, "copy weights", limit)
	target.within(t, "p(target)", limit)
}

// target returns the id at packed row i.
func (s supervision) target(i int) int32 {
	for _, g := range s.targets {
		if i < len(g.Tokens) {
			return g.Tokens[i]
		}
		i -= len(g.Tokens)
	}
	panic("row out of range")
}

// mixture computes the distribution over E words with plain loops.
func mixture[T kernel.Float](m *Model[T], o []float64, gate float64, weights []float64, source []int32, e int) []float64 {
	dst := make([]float64, e)
	logits := dst[:m.Vocab]
	for v := range logits {
		for j, w := range m.head.Words.W.Weights[v*m.Width : (v+1)*m.Width] {
			logits[v] += o[j] * float64(w)
		}
	}
	sum := kernel.LogSumExp(logits)
	for v := range logits {
		logits[v] = gate * math.Exp(logits[v]-sum)
	}
	for i, id := range source {
		dst[id] += (1 - gate) * weights[i]
	}
	return dst
}

func compareLosses[T kernel.Float](t *testing.T, loss tensors, sup supervision, r learned[T], limit float64) {
	t.Helper()
	if loss == nil {
		return
	}
	var nll, final, sum gap
	for i, at := range sup.places {
		x := -float64(kernel.Log(r.P[i] + 1e-8))
		if want, ok := loss["nll"]; ok {
			nll.one(fmt.Sprint(at), x, want.at(at.b, at.n, at.t))
		}
		if want, ok := loss["token_loss_final"]; ok {
			final.one(fmt.Sprint(at), x*float64(r.Weights[i]), want.at(at.b, at.n, at.t))
		}
	}
	if kernel.Path() == "plain" {
		limit *= 2 // without fused multiply-add every product is rounded, and −ln divides that error by p
	}
	nll.within(t, "nll", limit)
	final.within(t, "token loss", limit)
	if want, ok := loss["loss"]; ok {
		sum.one("loss", float64(r.Loss), want.x[0])
		sum.one("sum/norm", float64(r.Sum)/sup.norm, loss["loss_sum"].x[0]/sup.norm)
	}
	if want, ok := loss["normaliser"]; ok && want.x[0] != sup.norm {
		t.Errorf("%v targets, want %v", sup.norm, want.x[0])
	}
	sum.within(t, "loss", limit)
}

// masks packs recorded dropout masks.
func masks(padded tensors, batch Docs, sup supervision) map[string][]uint8 {
	out := map[string][]uint8{}
	length := padded[decoderInput(padded)].shape[2]
	t, err := teach(Config{Vocab: 1 << 30, Slots: 1 << 30, PhraseLen: 1 << 30}, batch, sup.targets)
	if err != nil {
		panic(err)
	}
	for name, a := range padded {
		_, site, _ := strings.Cut(name, ".")
		var keep []uint8
		add := func(x []float64) {
			for _, v := range x {
				keep = append(keep, uint8(v))
			}
		}
		cell := func(i int) []int { // indices of packed row i of the decoder
			p := sup.places[i]
			if site == "dec.embed" {
				return []int{p.b, p.n, p.t}
			}
			return []int{p.b, p.n*length + p.t}
		}
		var segs []kernel.Segment
		switch {
		case strings.HasPrefix(site, "enc.") && strings.HasSuffix(site, "_weights"):
			segs = batch.segments()
		case strings.HasSuffix(site, ".self_attn_weights"):
			segs = t.Self
		case strings.HasSuffix(site, ".cross_attn_weights"):
			segs = t.Cross
		case strings.HasPrefix(site, "enc."):
			for b := range batch.Len() {
				for i := range batch.Span(b).Len() {
					add(a.row(b, i))
				}
			}
		default:
			for i := range sup.places {
				add(a.row(cell(i)...))
			}
		}
		for _, s := range segs {
			for h := range a.shape[3] {
				for q := s.Q.Lo; q < s.Q.Hi; q++ {
					for k := s.K.Lo; k < s.K.Hi; k++ {
						var at []int
						switch {
						case strings.HasPrefix(site, "enc."):
							b := document(batch, q)
							at = []int{b, q - s.Q.Lo, k - s.K.Lo}
						case strings.HasSuffix(site, ".cross_attn_weights"):
							at = append(cell(q), k-s.K.Lo)
						default:
							at = append(cell(q), cell(k)[1])
						}
						add([]float64{a.at(append(at, h)...)})
					}
				}
			}
		}
		out[site] = keep
	}
	return out
}

// decoderInput returns the name of the mask [B, N, L, D] of the decoder's input. Names begin with their number in the
// recording.
func decoderInput(padded tensors) string {
	for name := range padded {
		if strings.HasSuffix(name, ".dec.embed") {
			return name
		}
	}
	panic("no mask of the decoder's input")
}

// document returns the document of source token i.
func document(d Docs, i int) int {
	b := 0
	for i >= d.Span(b).Hi {
		b++
	}
	return b
}

package compare

// Better is the direction in which a measure improves.
type Better int

// The directions.
const (
	Neither Better = iota // such as the number of phrases
	More
	Less
)

// Best returns the best value of the row as Number formats it, "" if neither direction is better or all values are
// formatted alike.
func (r *Row) Best() string {
	best, differ := -1, false
	for i, v := range r.Values {
		switch {
		case !v.Known:
			continue
		case best < 0:
			best = i
			continue
		}
		differ = differ || r.Number(v) != r.Number(r.Values[best])
		if r.Better == More && v.Value > r.Values[best].Value || r.Better == Less && v.Value < r.Values[best].Value {
			best = i
		}
	}
	if !differ || r.Better == Neither {
		return ""
	}
	return r.Number(r.Values[best])
}

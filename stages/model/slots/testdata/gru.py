"""Writes gru.json: what PyTorch (2.15.0) computes for a network of GRUs.

python3 gru.py, in this folder. A tiny network whose weights any program can make again reads two documents and writes
three sequences: the memory, the probability of every target token, and the gradients of the sum of -ln(p + 1e-8) by parameter,
all in float64. Layers are torch.nn's own; nothing is batched, so nothing is padded.
"""
import json
import zlib

import torch
from torch.nn import functional

V, D, LAYERS = 14, 6, 2
SOURCES = [[9, 7, 12, 1, 8, 9, 1], [10, 11, 1]]
EXTENDED = [[9, 7, 12, 14, 8, 9, 15], [10, 11, 14]]  # the documents have words of their own: 14 and 15, and 14
TARGETS = [(0, [9, 4, 14, 8, 5, 13, 3]), (1, [14, 3]), (1, [11, 10, 3])]
UNK, BOS, PAD = 1, 2, 0


def numbers(name, n, spread):
    """n float32 numbers of (-spread, spread) that follow from a name."""
    key = zlib.crc32(name.encode())
    x = [((key + i * 2654435761) % 2**32 * 2246822519 % 2**32) / 2**32 for i in range(n)]
    return torch.tensor([(2 * v - 1) * spread for v in x], dtype=torch.float32)


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = torch.nn.Module(), torch.nn.Module()
        self.encoder.embed = torch.nn.Embedding(V, D, PAD)
        self.encoder.rnn = torch.nn.GRU(D, D // 2, LAYERS, bidirectional=True)
        self.decoder.first_state = torch.nn.Linear(D, D)
        self.decoder.rnn = torch.nn.GRU(D, D)
        self.decoder.attention = torch.nn.Linear(D, D, bias=False)
        self.decoder.output_fc = torch.nn.Linear(2 * D, D)
        self.decoder.output_layer = torch.nn.Linear(D, V, bias=False)
        self.decoder.p_gen_linear = torch.nn.Linear(D, 1)

    def encode(self, source):
        memory, last = self.encoder.rnn(self.encoder.embed(torch.tensor(source)))
        return memory, last[-2:].flatten()  # forth and back of the last layer

    def forward(self, source, extended, target):
        d = self.decoder
        memory, last = self.encode(source)
        read = [BOS] + [y if y < V else UNK for y in target[:-1]]
        states, _ = d.rnn(self.encoder.embed(torch.tensor(read)), torch.tanh(d.first_state(last))[None])
        weights = functional.softmax(d.attention(states) @ memory.T, dim=1)
        o = d.output_fc(torch.cat([states, weights @ memory], dim=1))
        gate = torch.sigmoid(d.p_gen_linear(o))
        words = gate * functional.softmax(d.output_layer(o), dim=1)
        words = torch.cat([words, words.new_zeros(len(target), 2)], dim=1)
        words = words.scatter_add(1, torch.tensor(extended).expand(len(target), -1), (1 - gate) * weights)
        return words.gather(1, torch.tensor(target)[:, None]).flatten()


def rounded(x):
    return [float("%.12g" % v) for v in x.detach().flatten().tolist()]


def main():
    network = Network()
    with torch.no_grad():
        for name, p in network.named_parameters():
            p.copy_(numbers(name, p.numel(), 0.9).view(p.shape))
    network = network.double()
    probabilities = [network(SOURCES[d], EXTENDED[d], y) for d, y in TARGETS]
    (-(torch.cat(probabilities) + 1e-8).log()).sum().backward()
    with open("gru.json", "w") as f:
        json.dump(dict(vocab=V, width=D, layers=LAYERS, sources=SOURCES, extended=EXTENDED, targets=TARGETS,
                       memory=[rounded(network.encode(s)[0]) for s in SOURCES], probabilities=[rounded(p) for p in probabilities],
                       gradients={n: rounded(p.grad) for n, p in network.named_parameters()}), f, separators=(",", ":"))
        f.write("\n")


main()

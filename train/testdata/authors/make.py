"""Makes the files of this folder with PyTorch: python3 make.py FOLDER

A tiny network with the names and shapes of One2Set's state_dict, random weights, its vocabulary, and what it predicts, by
PyTorch alone. Written with PyTorch 1.13; the numbers do not depend on the version, the bytes of the .pt files do.

  one2set.pt   the state_dict, as torch.save writes it
  older.pt     in the form before PyTorch 1.6: {"model": state_dict of a DataParallel, ...} in 16 and 64 bits
  whole.pt     a module itself, which names its class
  vocab.pt     word2idx, idx2word and counter
  expected.json  documents, and the words and scores of each slot by one2set.pt
"""
import collections
import json
import math
import sys

import torch
from torch import nn

D, HEADS, FF, LAYERS, SLOTS, LENGTH, PLACES = 4, 2, 8, 2, 4, 6, 3000
SPECIALS = ["<pad>", "<unk>", "<bos>", "<eos>", "<sep>", "<peos>", "<null>"]
WORDS = "deep networks learn images of cells . slow graphs search for text with trees and a new method we show".split()
VOCABULARY = SPECIALS + WORDS
KNOWN = len(VOCABULARY) - 3  # the last words are in the file, and not in the network
DOCUMENTS = ["deep networks learn . zebras learn images of cells with a yak", "graphs . slow search for text with trees we show zebras", "images of yak ."]


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q_proj, self.k_proj, self.v_proj, self.out_proj = (nn.Linear(D, D) for _ in range(4))

    def forward(self, x, memory, mask=None):
        heads = lambda y: y.reshape(len(y), HEADS, D // HEADS).transpose(0, 1)
        q, k, v = heads(self.q_proj(x) * (D // HEADS) ** -0.5), heads(self.k_proj(memory)), heads(self.v_proj(memory))
        scores = q @ k.transpose(1, 2)
        if mask is not None:
            scores = scores.masked_fill(~mask, -math.inf)
        weights = scores.softmax(-1)
        return self.out_proj((weights @ v).transpose(0, 1).reshape(len(x), D)), weights


def feed_forward():
    return nn.Sequential(nn.Linear(D, FF), nn.ReLU(), nn.Dropout(0.1), nn.Linear(FF, D), nn.Dropout(0.1))


class EncoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn, self.attn_layer_norm, self.ffn_layer_norm, self.ffn = Attention(), nn.LayerNorm(D), nn.LayerNorm(D), feed_forward()

    def forward(self, x):
        h = self.attn_layer_norm(x)
        x = x + self.self_attn(h, h)[0]
        return x + self.ffn(self.ffn_layer_norm(x))


class DecoderLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attn, self.self_attn_layer_norm = Attention(), nn.LayerNorm(D)
        self.encoder_attn, self.encoder_attn_layer_norm = Attention(), nn.LayerNorm(D)
        self.ffn, self.final_layer_norm = feed_forward(), nn.LayerNorm(D)

    def forward(self, x, memory, mask):
        h = self.self_attn_layer_norm(x)
        x = x + self.self_attn(h, h, mask)[0]
        y, weights = self.encoder_attn(self.encoder_attn_layer_norm(x), memory)
        x = x + y
        return x + self.ffn(self.final_layer_norm(x)), weights


class Side(nn.Module):
    def __init__(self, embed, pos_embed, layer):
        super().__init__()
        self.embed, self.pos_embed, self.input_fc = embed, pos_embed, nn.Linear(D, D)
        self.layer_stacks, self.layer_norm = nn.ModuleList(layer() for _ in range(LAYERS)), nn.LayerNorm(D)


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        angles = torch.tensor([[p / 10000 ** (2 * (j // 2) / D) for j in range(D)] for p in range(PLACES)], dtype=torch.float64)
        table = torch.where(torch.arange(D) % 2 == 0, angles.sin(), angles.cos()).float()
        table[0] = 0
        embed, places = nn.Embedding(KNOWN, D, 0), nn.Embedding.from_pretrained(table)
        self.encoder, self.decoder = Side(embed, places, EncoderLayer), Side(embed, places, DecoderLayer)
        self.decoder.output_fc, self.decoder.output_layer = nn.Linear(D, D), nn.Linear(D, KNOWN, bias=False)
        self.decoder.p_gen_linear, self.decoder.control_code = nn.Linear(D, 1), nn.Embedding(SLOTS, D)
        for name, p in self.named_parameters():
            if "norm" not in name and p.requires_grad:
                p.data.uniform_(-1.5, 1.5)

    def encode(self, ids):
        e = self.encoder
        x = e.input_fc(e.embed(ids) * math.sqrt(D) + e.pos_embed(torch.arange(1, len(ids) + 1)))
        for layer in e.layer_stacks:
            x = layer(x)
        return e.layer_norm(x)

    def distribution(self, tokens, slot, memory, extended, size):
        """Distribution over size ids after tokens of a slot, and the copy weights."""
        d, n = self.decoder, len(tokens)
        x = d.input_fc(d.embed(tokens) * math.sqrt(D)) + d.pos_embed(torch.arange(n)) + d.control_code.weight[slot]
        mask = torch.tril(torch.ones(n, n)).bool()
        for layer in d.layer_stacks:
            x, weights = layer(x, memory, mask)
        o = d.output_fc(d.layer_norm(x))[-1]
        gate, copy = torch.sigmoid(d.p_gen_linear(o)), weights[0, -1]
        p = torch.zeros(size)
        p[:KNOWN] = gate * d.output_layer(o).softmax(-1)
        return p.scatter_add(0, extended, (1 - gate) * copy), copy


def predict(network, words):
    own = list(dict.fromkeys(w for w in words if w not in VOCABULARY[:KNOWN]))
    extended = torch.tensor([VOCABULARY.index(w) if w in VOCABULARY[:KNOWN] else KNOWN + own.index(w) for w in words])
    known = lambda ids: torch.where(ids < KNOWN, ids, 1)
    memory = network.encode(known(extended))
    slots = []
    for slot in range(SLOTS):
        tokens, said, scores = [2], [], []
        for _ in range(LENGTH):
            p, copy = network.distribution(known(torch.tensor(tokens)), slot, memory, extended, KNOWN + len(own))
            top = int(p.argmax())
            if top in (3, 6):
                break
            said.append(own[top - KNOWN] if top >= KNOWN else words[int(copy.argmax())] if top == 1 else VOCABULARY[top])
            scores.append(float(p[top]))
            tokens.append(top)
        slots.append(None if not said or top == 6 else {"words": said, "score": sum(scores) / len(scores)})
    return slots


def main(folder):
    torch.manual_seed(64)
    network = Network().eval()
    torch.save(network.state_dict(), folder + "/one2set.pt")
    torch.save(nn.Linear(1, 1), folder + "/whole.pt")
    state = nn.DataParallel(network).state_dict()
    kinds, converted = {"encoder": torch.float64, "decoder": torch.float16}, {}
    for name, x in state.items():
        kind = torch.bfloat16 if "embed" in name else kinds[name.split(".")[1]]
        state[name] = converted.setdefault(x.data_ptr(), x.to(kind))  # shared tensors stay shared
    torch.save({"model": state, "epoch": 3, "lr": 1e-4}, folder + "/older.pt", _use_new_zipfile_serialization=False)
    ids = {w: i for i, w in enumerate(VOCABULARY)}
    counter = collections.Counter({w: len(WORDS) - i for i, w in enumerate(WORDS)})
    torch.save({"word2idx": ids, "idx2word": dict(enumerate(VOCABULARY)), "counter": counter}, folder + "/vocab.pt")
    with torch.no_grad():
        expected = [{"document": d, "slots": predict(network, d.split())} for d in DOCUMENTS]
    with open(folder + "/expected.json", "w") as f:
        json.dump(expected, f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])

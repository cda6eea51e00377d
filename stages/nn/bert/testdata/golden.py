"""Writes golden.json, head.json and minilm.json: what Hugging Face's transformers (5.23.0, torch 2.15.0) computes.

python3 golden.py [FOLDER], in this folder; FOLDER is all-MiniLM-L6-v2's. golden.json has a tiny BERT whose weights any
program can make again: its outputs in float64 for two documents, and the gradients of a weighted sum of them, by
parameter. head.json has the logits of a tiny masked language model and the names under which it is saved. minilm.json has,
for one sentence, the first 12 numbers of each piece.
"""
import hashlib
import json
import sys
import tempfile
import zlib

import torch
from safetensors import safe_open
from transformers import BertConfig, BertForMaskedLM, BertModel

CONFIG = dict(vocab_size=16, hidden_size=20, num_hidden_layers=2, num_attention_heads=2, intermediate_size=28, hidden_act="gelu",
              max_position_embeddings=8, type_vocab_size=2, layer_norm_eps=1e-12, pad_token_id=0)
DOCUMENTS = [dict(pieces=[2, 7, 0, 15, 7, 9, 3, 3], types=[0, 0, 0, 0, 1, 1, 1, 1]), dict(pieces=[2, 5, 3], types=[0, 0, 0])]
SENTENCE = "Keyphrases of naïve Bayes networks, 1999."


def numbers(name, n, spread):
    """n float32 numbers of (-spread, spread) that follow from a name."""
    key = zlib.crc32(name.encode())
    x = [((key + i * 2654435761) % 2**32 * 2246822519 % 2**32) / 2**32 for i in range(n)]
    return torch.tensor([(2 * v - 1) * spread for v in x], dtype=torch.float32)


def rounded(x):
    return [float("%.9g" % v) for v in x.detach().double().flatten().tolist()]


def filled(model, dtype):
    """The model with numbers that follow from the names of its parameters."""
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.copy_(numbers(name.removeprefix("bert."), p.numel(), 0.6).view(p.shape))
            if name.endswith("LayerNorm.weight"):
                p.add_(1)
    return model.to(dtype).eval()


def head():
    model = filled(BertForMaskedLM(BertConfig(**CONFIG, attn_implementation="eager")), torch.float64)
    logits = [model(input_ids=torch.tensor([d["pieces"]]), token_type_ids=torch.tensor([d["types"]]),
                    attention_mask=torch.ones(1, len(d["pieces"]), dtype=torch.long)).logits for d in DOCUMENTS]
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        with safe_open(folder + "/model.safetensors", "np") as f:
            names = sorted(n for n in f.keys() if n.startswith("cls."))
    with open("head.json", "w") as f:
        json.dump(dict(names=names, logits=[rounded(x) for x in logits]), f, separators=(",", ":"))
        f.write("\n")


def tiny(dtype):
    model = filled(BertModel(BertConfig(**CONFIG, attn_implementation="eager"), add_pooling_layer=False), dtype)
    outputs, loss = [], 0
    for i, d in enumerate(DOCUMENTS):
        out = model(input_ids=torch.tensor([d["pieces"]]), token_type_ids=torch.tensor([d["types"]]),
                    attention_mask=torch.ones(1, len(d["pieces"]), dtype=torch.long)).last_hidden_state
        loss = loss + (out.flatten() * numbers("projection %d" % i, out.numel(), 1).to(dtype)).sum()
        outputs.append(out)
    loss.backward()
    return outputs, {name: p.grad for name, p in model.named_parameters()}


def main():
    outputs, gradients = tiny(torch.float64)
    single = tiny(torch.float32)
    print("float32 against float64, outputs", max((a - b).abs().max().item() for a, b in zip(outputs, single[0])),
          "gradients", max((g - single[1][n]).abs().max().item() for n, g in gradients.items()))
    with open("golden.json", "w") as f:
        json.dump(dict(config=dict(CONFIG, model_type="bert"), documents=DOCUMENTS, outputs=[rounded(o) for o in outputs],
                       gradients={n: rounded(g) for n, g in gradients.items()}), f, separators=(",", ":"))
        f.write("\n")
    head()
    if len(sys.argv) > 1:
        sentence(sys.argv[1])


def sentence(folder):
    from transformers import BertTokenizerFast
    model = BertModel.from_pretrained(folder, attn_implementation="eager").eval()
    ids = BertTokenizerFast.from_pretrained(folder)(SENTENCE)["input_ids"]
    with torch.no_grad():
        out = model(input_ids=torch.tensor([ids])).last_hidden_state[0]
    with open(folder + "/model.safetensors", "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    with open("minilm.json", "w") as f:
        json.dump(dict(sha256=digest, sentence=SENTENCE, pieces=ids, outputs=[rounded(row[:12]) for row in out]), f, separators=(",", ":"))
        f.write("\n")


main()

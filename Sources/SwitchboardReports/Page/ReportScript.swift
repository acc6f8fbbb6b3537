/// What the page can do where scripts run: sort the table, hide rows, and compare words.
///
/// It reads and writes text alone, never markup.
enum ReportScript {
  /// The text of the script element.
  static let text = #"""

    "use strict";
    (() => {
      const element = id => document.getElementById(id);
      const rows = [...document.querySelectorAll("#answers > .row")];

      // The table.
      const table = element("table");
      const heads = [...table.tHead.rows[0].cells];
      function sort(column) {
        const isDown = heads[column].getAttribute("aria-sort") === "ascending";
        const lines = [...table.tBodies[0].rows].map(line => {
          const cell = line.cells[column];
          const order = column === 0 ? cell.textContent
            : cell.dataset.order === undefined ? null : Number(cell.dataset.order);
          return { line, order };
        });
        lines.sort((a, b) => {
          if (a.order === null || b.order === null) return (a.order === null) - (b.order === null);
          const sign = column === 0 ? a.order.localeCompare(b.order) : a.order - b.order;
          return isDown ? -sign : sign;
        });
        for (const head of heads) head.removeAttribute("aria-sort");
        heads[column].setAttribute("aria-sort", isDown ? "descending" : "ascending");
        table.tBodies[0].append(...lines.map(entry => entry.line));
      }
      heads.forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        button.addEventListener("click", () => sort(column));
        head.append(button);
      });

      // The rows.
      const texts = new Map();
      function text(row) {
        if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
        return texts.get(row);
      }
      function filter() {
        const words = element("find").value.toLowerCase();
        let shown = 0;
        for (const row of rows) {
          const isShown = (!element("differing").checked || "differs" in row.dataset)
            && (!element("failing").checked || "fails" in row.dataset)
            && (words === "" || text(row).includes(words));
          row.hidden = !isShown;
          if (isShown) shown += 1;
        }
        element("count").value = `${shown} of ${rows.length} rows`;
      }

      // The words. A row is compared when it is seen, or when all are printed.
      const pattern = /\s+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]|[\p{L}\p{M}\p{N}_]+|[^]/gu;
      const words = text => text.match(pattern) ?? [];

      // E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (Algorithmica 1, 1986). Texts that
      // have little in common are not compared to the end.
      function edits(a, b) {
        const most = Math.min(a.length + b.length, 600);
        const reach = new Int32Array(2 * most + 3);
        const trace = [];
        for (let d = 0; d <= most; d++) {
          trace.push(reach.slice(most - d, most + d + 3));
          for (let k = -d; k <= d; k += 2) {
            const at = k + most + 1;
            let x = k === -d || (k !== d && reach[at - 1] < reach[at + 1])
              ? reach[at + 1] : reach[at - 1] + 1;
            while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
            reach[at] = x;
            if (x >= a.length && x - k >= b.length) return path(a, b, trace);
          }
        }
        return [["del", a.join("")], ["ins", b.join("")]];
      }
      function path(a, b, trace) {
        const steps = [];
        let x = a.length;
        let y = b.length;
        for (let d = trace.length - 1; d >= 0; d--) {
          const reach = trace[d];
          const k = x - y;
          const at = k + d + 1;
          const isDown = k === -d || (k !== d && reach[at - 1] < reach[at + 1]);
          const fromX = isDown ? reach[at + 1] : reach[at - 1];
          const fromY = fromX - (isDown ? k + 1 : k - 1);
          while (x > fromX && y > fromY) {
            [x, y] = [x - 1, y - 1];
            steps.push(["same", a[x]]);
          }
          if (d > 0) steps.push(isDown ? ["ins", b[fromY]] : ["del", a[fromX]]);
          [x, y] = [fromX, fromY];
        }
        return steps.reverse();
      }
      function difference(first, second) {
        const [a, b] = [words(first), words(second)];
        let start = 0;
        while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
        let end = 0;
        while (end < a.length - start && end < b.length - start
          && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
        return [
          ["same", a.slice(0, start).join("")],
          ...edits(a.slice(start, a.length - end), b.slice(start, b.length - end)),
          ["same", a.slice(a.length - end).join("")],
        ];
      }

      function marked(pieces) {
        const runs = [];
        for (const [kind, piece] of pieces) {
          if (runs.at(-1)?.kind === kind) runs.at(-1).text += piece;
          else if (piece !== "") runs.push({ kind, text: piece });
        }
        return runs.map(({ kind, text }) => {
          if (kind === "same") return text;
          const mark = document.createElement(kind);
          mark.textContent = text;
          return mark;
        });
      }

      const originals = new Map();
      let base = null;
      function blocks(cell) { return [...cell.querySelectorAll(":scope > .text")]; }
      function restore(row) {
        for (const [block, original] of originals.get(row) ?? []) block.textContent = original;
        for (const note of row.querySelectorAll(".compared")) note.remove();
        originals.delete(row);
      }
      function say(cell, words) {
        const note = document.createElement("p");
        note.className = "note compared";
        note.textContent = words;
        cell.querySelector("h4").after(note);
      }
      function compare(row) {
        if (base === null || originals.has(row)) return;
        const kept = new Map();
        originals.set(row, kept);
        for (const group of row.querySelectorAll(".answers")) {
          const cells = [...group.children];
          const first = blocks(cells[base]);
          if (first.length === 0) continue;
          const text = first.map(block => block.textContent).join("");
          say(cells[base], "The others are compared with this.");
          for (const cell of cells) {
            const own = blocks(cell);
            if (cell === cells[base] || own.length === 0) continue;
            const other = own.map(block => block.textContent).join("");
            if (other === text) {
              say(cell, "The same words.");
              continue;
            }
            own.forEach(block => kept.set(block, block.textContent));
            own.forEach(block => { block.textContent = ""; });
            own[0].append(...marked(difference(text, other)));
          }
        }
      }
      const observer = new IntersectionObserver(entries => {
        for (const entry of entries) if (entry.isIntersecting) compare(entry.target);
      }, { rootMargin: "50%" });
      function choose() {
        const value = element("base").value;
        observer.disconnect();
        [...originals.keys()].forEach(restore);
        base = value === "" ? null : Number(value);
        if (base !== null) rows.forEach(row => observer.observe(row));
      }

      element("find").addEventListener("input", filter);
      element("differing").addEventListener("change", filter);
      element("failing").addEventListener("change", filter);
      element("base").addEventListener("change", choose);
      element("tools").addEventListener("submit", event => event.preventDefault());
      addEventListener("beforeprint", () => rows.forEach(compare));
      element("tools").hidden = false;
      filter();
      choose();
    })();

    """#
}

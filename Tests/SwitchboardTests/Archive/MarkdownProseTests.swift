import SwitchboardCore
import Testing

@testable import Switchboard

/// HTML in a message is text in the exported Markdown, and code stays as it was written.
struct MarkdownProseTests {
  @Test(
    arguments: [
      // Tags of every kind.
      ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
      ("a <img src=x onerror=y> b", "a &lt;img src=x onerror=y> b"),
      ("<!-- x -->\n<?php ?>\n<![CDATA[x]]>", "&lt;!-- x -->\n&lt;?php ?>\n&lt;![CDATA[x]]>"),
      ("<a\nhref=x>", "&lt;a\nhref=x>"), ("    <b>", "    &lt;b>"),
      ("> <b>\n- <i>", "> &lt;b>\n- &lt;i>"),
      // No tags.
      ("1 < 2, a<3 and x <- y, <", "1 < 2, a<3 and x <- y, <"), ("", ""),
      ("a\r\nb\rc", "a\r\nb\rc"),
      (
        "see <https://e.org/?a=1> and <mailto:a@e.org>",
        "see <https://e.org/?a=1> and <mailto:a@e.org>"
      ),
      ("<javascript:alert(1)>", "&lt;javascript:alert(1)>"),
      ("<https://e.org/ x>", "&lt;https://e.org/ x>"),
      // Code spans.
      ("use `<b>` or ``<i>` ``", "use `<b>` or ``<i>` ``"), ("`a` <b> `c`", "`a` &lt;b> `c`"),
      ("`a <b>", "`a &lt;b>"), ("\\`<b>`", "\\`&lt;b>`"), ("`` <b> `", "`` &lt;b> `"),
      ("| `a | <b> ` |", "| `a | &lt;b> ` |"),
      // A span that began in the line before ends here, so what follows is none.
      ("a `b\nc` <b> `d`", "a `b\nc` &lt;b> `d`"), ("# a `b\n<b>` c", "# a `b\n&lt;b>` c"),
      ("a `b\n\n`<b>`", "a `b\n\n`<b>`"),
      // A backtick in a link's address begins no span.
      ("[x](`) <b> `", "[x](`) &lt;b> `"), ("[x](\n`) <b> `", "[x](\n`) &lt;b> `"),
      ("[x](a 'b`c') <b> `", "[x](a 'b`c') &lt;b> `"),
      ("[x]: /u '\n`' <b> `", "[x]: /u '\n`' &lt;b> `"),
      ("[x](https://e.org) `<b>`", "[x](https://e.org) `<b>`"),
      // Code blocks.
      ("```html\n<b>\n```\n<b>", "```html\n<b>\n```\n&lt;b>"),
      ("~~~\n<b>\n```\n<i>\n~~~~\n<b>", "~~~\n<b>\n```\n<i>\n~~~~\n&lt;b>"),
      ("````\n```\n<b>\n````\n<b>", "````\n```\n<b>\n````\n&lt;b>"),
      ("``` `x`\n<b>", "``` `x`\n&lt;b>"), ("```\n<b>", "```\n<b>"),
      (
        "1. do\n\n   ```\n   <b>\n\n   <i>\n   ```\n   <b>",
        "1. do\n\n   ```\n   <b>\n\n   <i>\n   ```\n   &lt;b>"
      ),
      // A block that ends with its list, and one that a list has begun.
      ("- a\n  ```\n<b>", "- a\n  ```\n&lt;b>"),
      ("- a\n  ```\n<b>\n```\n<i>", "- a\n  ```\n&lt;b>\n```\n&lt;i>"),
      ("- ```\n  x\n  ```\n  <b>", "- ```\n  x\n  ```\n  &lt;b>"),
      ("> ```\n<b>\n```\n<i>", "> ```\n&lt;b>\n```\n&lt;i>"),
      ("1. ```\n   x\n   ```\n\n<b>", "1. ```\n   x\n   ```\n\n&lt;b>"),
      ("\t```\n<b>", "\t```\n&lt;b>"),
      ("a\n    ```\n    <b>", "a\n    ```\n    &lt;b>"),
      ("  ```\n     ```\n  <b>", "  ```\n     ```\n  &lt;b>"),
    ])
  func `a tag is text, and what is certainly code stays`(_ text: String, _ expected: String) {
    #expect(MarkdownProse.plain(text) == expected)
  }
}

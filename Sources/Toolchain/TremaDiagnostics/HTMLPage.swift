import TremaSupport

/// The style and the script of the HTML report, and their digests for its content security policy.
enum HTMLPage {
  /// The SHA-256 digest of `style` as a CSP source; a test compares it with the actual digest.
  static let styleDigest = "sha256-EUt0oN3hgQ4jpPNczJxkHbTuvdflEZtV527isQSz7DE="
  /// The SHA-256 digest of `script` as a CSP source; a test compares it with the actual digest.
  static let scriptDigest = "sha256-z9KaT14x4pwzCCu1cniPWrhkLe6zQ7qHPFdK3GLfXiQ="

  /// The style sheet of the page. `s0` to `s4` are the colors of the statuses, in order.
  static let style = """
    :root {
      color-scheme: light dark;
      --paper: #ffffff; --card: #f5f6f8; --line: #d4d8df; --ink: #1b1f26; --soft: #555e6b;
      --link: #0b57c2; --error: #b3261e; --warning: #8a5300; --note: #33617f;
      --s0: #b4690e; --s1: #2f6fb5; --s2: #1f7a45; --s3: #7446a8; --s4: #7d8590; --gap: #c9ced6;
      --mark: #ffe08a; --marked: #1b1f26;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #14171c; --card: #1e232b; --line: #3a424e; --ink: #e8ebf0; --soft: #a7b0bd;
        --link: #8ab8ff; --error: #ff8f85; --warning: #f2b866; --note: #8cc4e8;
        --s0: #e0a04a; --s1: #6ba6e8; --s2: #58b880; --s3: #b590e0; --s4: #939ba7; --gap: #454d59;
        --mark: #7a5b00; --marked: #fff3cf;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 1rem; max-width: 70rem; background: var(--paper); color: var(--ink);
      font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere;
    }
    h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
    h2 { font-size: 1.2rem; margin: 2rem 0 .75rem; }
    h3 { font-size: 1rem; margin: 0; }
    p { margin: .25rem 0; }
    ul, ol { list-style: none; margin: 0; padding: 0; }
    a { color: var(--link); }
    code, .place { font: .9em/1.4 ui-monospace, monospace; }
    .summary { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: .5rem; }
    .summary li { border: 1px solid var(--line); border-radius: .4rem; padding: .2rem .6rem; }
    .summary .error b { color: var(--error); }
    .summary .warning b { color: var(--warning); }
    .summary .note b { color: var(--note); }
    nav { display: flex; flex-wrap: wrap; gap: 1rem; }
    .languages { display: grid; gap: 1rem; }
    .bar { display: block; width: 100%; height: 1rem; border-radius: .25rem; margin: .25rem 0; }
    .legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; color: var(--soft); font-size: .9rem; }
    .dot { width: .7em; height: .7em; border-radius: .15em; margin-inline-end: .4em; }
    rect.s0 { fill: var(--s0); } rect.s1 { fill: var(--s1); } rect.s2 { fill: var(--s2); }
    rect.s3 { fill: var(--s3); } rect.s4 { fill: var(--s4); } rect.missing { fill: var(--gap); }
    small { font-weight: normal; font-size: .85em; color: var(--soft); }
    dt small::before {
      content: ""; display: inline-block; width: .6em; height: .6em; border-radius: .15em;
      margin-inline-end: .3em; background: var(--gap);
    }
    small.s0::before { background: var(--s0); } small.s1::before { background: var(--s1); }
    small.s2::before { background: var(--s2); } small.s3::before { background: var(--s3); }
    small.s4::before { background: var(--s4); }
    .filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .5rem .75rem; align-items: end; }
    [hidden] { display: none !important; }
    label { display: grid; gap: .15rem; font-size: .85rem; color: var(--soft); min-width: 0; }
    input, select, button {
      font: inherit; font-size: 1rem; color: var(--ink); background: var(--card); min-width: 0;
      width: 100%; min-height: 2.4rem; border: 1px solid var(--line); border-radius: .4rem; padding: .3rem .5rem;
    }
    button { cursor: pointer; }
    button:disabled { opacity: .5; cursor: default; }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    .shown { color: var(--soft); font-size: .9rem; }
    .pages { display: flex; gap: .75rem; align-items: center; justify-content: center; margin-top: .75rem; }
    .pages button { width: auto; }
    .items { display: grid; gap: .5rem; grid-template-columns: minmax(0, 1fr); }
    .items > li {
      background: var(--card); border: 1px solid var(--line); border-radius: .4rem;
      padding: .5rem .75rem; min-width: 0;
    }
    .finding { border-inline-start-width: .3rem !important; }
    .finding.error { border-inline-start-color: var(--error); }
    .finding.warning { border-inline-start-color: var(--warning); }
    .finding.note { border-inline-start-color: var(--note); }
    .error .severity { color: var(--error); }
    .warning .severity { color: var(--warning); }
    .note .severity { color: var(--note); }
    .finding code { color: var(--soft); }
    .message { display: block; white-space: pre-wrap; unicode-bidi: isolate; }
    mark { background: var(--mark); color: var(--marked); border-radius: .15em; padding: .1em 0; }
    mark.point { padding: 0; border-inline-start: .2em solid var(--error); background: none; }
    .hint::before { content: "→ "; }
    .hint, .place, .context { color: var(--soft); }
    .context { white-space: pre-wrap; }
    dl { display: grid; grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr); gap: .25rem 1rem; margin: .4rem 0 0; }
    dd { margin: 0; white-space: pre-wrap; min-width: 0; }
    @media (max-width: 34rem) {
      dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
      dd { margin-bottom: .4rem; }
    }
    footer { margin-top: 2rem; color: var(--soft); font-size: .85rem; }
    @media print { .filters, .pages, nav { display: none !important; } }

    """

  /// The script of the page. It moves the items out of `noscript`, then filters and paginates them.
  static let script = #"""
    "use strict";
    (() => {
      const pageSize = 100;
      const parameters = () => new URLSearchParams(location.hash.slice(1));
      const fold = (text) => text.normalize("NFC").toLowerCase();
      const folded = new WeakMap();
      const has = (item, words) => {
        if (!words) return true;
        let text = folded.get(item);
        if (text === undefined) folded.set(item, text = fold(item.textContent));
        return fold(words).split(/\s+/).every((word) => text.includes(word));
      };
      const keeps = {
        findings: (item, filter) =>
          (!filter.severity || item.dataset.severity === filter.severity) &&
          (!filter.check || item.dataset.check === filter.check) &&
          (!filter.language || item.dataset.language === filter.language) &&
          has(item, filter.find),
        catalogue: (item, filter) =>
          ((!filter.in && !filter.status) || [...item.querySelectorAll("dt")].some((term) =>
            (!filter.in || term.dataset.language === filter.in) &&
            (!filter.status || term.dataset.status === filter.status))) &&
          has(item, filter.text),
      };
      const sections = Object.keys(keeps).map((id) => document.getElementById(id)).filter(Boolean)
        .map((section) => {
          const source = section.querySelector("noscript").textContent;
          const items = [...new DOMParser().parseFromString(source, "text/html").querySelectorAll(".items > li")];
          const form = section.querySelector("form");
          const list = section.querySelector(".items");
          const shown = section.querySelector(".shown");
          const pages = section.querySelector(".pages");
          const [previous, next] = pages.querySelectorAll("button");
          const names = [...form.elements].map((element) => element.name).filter(Boolean);
          let kept = items;
          let page = 0;
          const show = () => {
            const from = page * pageSize;
            const part = kept.slice(from, from + pageSize);
            list.replaceChildren(...part.map((item) => document.importNode(item, true)));
            const range = part.length < kept.length ? `${from + 1}–${from + part.length} of ` : "";
            if (items.length) shown.textContent = kept.length === items.length
              ? `Showing ${range}${items.length}` : `Showing ${range}${kept.length} of ${items.length}`;
            const count = Math.ceil(kept.length / pageSize);
            pages.hidden = count < 2;
            pages.querySelector("span").textContent = `Page ${page + 1} of ${count}`;
            previous.disabled = page === 0;
            next.disabled = page + 1 >= count;
          };
          const apply = () => {
            const filter = Object.fromEntries(names.map((name) => [name, form.elements[name].value]));
            kept = items.filter((item) => keeps[section.id](item, filter));
            page = 0;
            show();
          };
          const turn = (pages) => {
            page += pages;
            show();
            section.scrollIntoView();
          };
          previous.addEventListener("click", () => turn(-1));
          next.addEventListener("click", () => turn(1));
          form.hidden = items.length === 0;
          return { form, names, apply };
        });
      const write = () => {
        const hash = new URLSearchParams();
        for (const { form, names } of sections) {
          for (const name of names) if (form.elements[name].value) hash.set(name, form.elements[name].value);
        }
        const text = hash.toString();
        history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
      };
      const read = () => {
        const given = parameters();
        for (const { form, names, apply } of sections) {
          for (const name of names) form.elements[name].value = given.get(name) ?? "";
          apply();
        }
      };
      for (const { form, apply } of sections) {
        let timer;
        form.addEventListener("input", () => {
          clearTimeout(timer);
          timer = setTimeout(() => { apply(); write(); }, 120);
        });
        form.addEventListener("submit", (event) => event.preventDefault());
        form.addEventListener("reset", () => setTimeout(() => { apply(); write(); }));
      }
      addEventListener("hashchange", () => {
        if (location.hash.includes("=") || !location.hash) read();
      });
      read();
    })();

    """#
}

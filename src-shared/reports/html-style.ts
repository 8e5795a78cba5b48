/** The style of a standalone report: it follows the theme of its reader. */
export const reportStyle = `
:root { color-scheme: light dark; --text: light-dark(#132027, #e1e8e9); --muted: light-dark(#4b595f, #a0acaf);
  --line: light-dark(#d6ddde, #283134); --surface: light-dark(#fafbfc, #131a1d); --sunken: light-dark(#f0f4f5, #0e1518);
  --ok: light-dark(#12673c, #68ce97); --warn: light-dark(#814f03, #edb95d); --danger: light-dark(#ae2228, #f98b85);
  --review: light-dark(#6c3f8a, #d3a9ed); --info: light-dark(#116171, #75c9da); --accent: light-dark(#125bab, #7abdf5); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; background: var(--surface); color: var(--text);
  font: 14px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
h3 { font-size: .875rem; margin: 1rem 0 .25rem; } p { margin: .25rem 0; }
a { color: var(--accent); } .muted { color: var(--muted); }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; }
details { border-bottom: 1px solid var(--line); } summary { display: flex; gap: .75rem; padding: .375rem 0; cursor: pointer; }
summary > b { flex: 1; font-weight: 500; } .body { padding: 0 0 1rem 1rem; }
.id, .verdict, code { font-family: ui-monospace, monospace; font-size: .8125rem; }
.id { min-width: 4.5rem; } .verdict { font-weight: 600; min-width: 7.5rem; }
.PASSED { color: var(--ok); } .FAILED { color: var(--danger); } .WARNING { color: var(--warn); }
.REVIEW { color: var(--review); } .INCONCLUSIVE { color: var(--info); } .SKIPPED { color: var(--muted); }
dl { margin: .75rem 0; } dl > div { display: flex; gap: .75rem; padding: .125rem 0; }
dt { flex: none; width: 9rem; color: var(--muted); } dd { margin: 0; }
figure { margin: .75rem 0; } figcaption { color: var(--muted); } h4 { font-size: .8125rem; margin: .25rem 0; }
.exchange { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; } .exchange > div { min-width: 0; }
pre { margin: 0; padding: .5rem; background: var(--sunken); border: 1px solid var(--line); white-space: pre-wrap;
  overflow-wrap: anywhere; font: .75rem/1.4 ui-monospace, monospace; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; margin: .5rem 0; font-size: .8125rem; }
th, td { text-align: start; vertical-align: top; padding: .25rem .5rem; border: 1px solid var(--line); }
th { background: var(--sunken); font-weight: 600; }
.verdict { white-space: nowrap; } td .verdict { min-width: 0; }
@media (max-width: 45rem) { .exchange { grid-template-columns: 1fr; } }
@media print { :root { color-scheme: light; } body { padding: 0; max-width: none; font-size: 10pt; }
  details::details-content { content-visibility: visible; }
  summary, h2, h3, h4, figcaption { break-after: avoid; } tr, .exchange { break-inside: avoid; } }
`;

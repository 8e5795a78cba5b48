import type { ImportReport } from '#shared/api/index.ts';

const style = `body{font:14px/1.5 system-ui,sans-serif;margin:40px auto;max-width:48rem;color:#132027}h1{font-size:1.4rem}table{border-collapse:collapse;width:100%;margin:0 0 1.5rem}th,td{text-align:start;padding:4px 8px;border-bottom:1px solid #d5dbdd;vertical-align:top}td.num{text-align:end;font-variant-numeric:tabular-nums}code{font-size:.85em;word-break:break-all}.sign{display:grid;grid-template-columns:1fr 1fr;gap:48px;margin-top:56px}.sign div{border-top:1px solid #132027;padding-top:4px}`;

/** The report as a page that can be printed and signed; everything in it is text. */
export function reportHtml(report: ImportReport): string {
  const { counts, undone } = report;
  const facts: readonly (readonly [string, string])[] = [
    ['Target', `${report.target} (environment ${report.environmentId})`],
    ['File', report.fileName],
    ['SHA-256 of the file', report.sha256],
    ['Plan', report.planHash],
    ['Started', `${instant(report.startedAtMillis)} by ${report.startedBy}`],
    ['Ended', instant(report.endedAtMillis)],
    ['State', report.state],
    ['Version', report.appVersion],
  ];
  const numbers: readonly (readonly [string, number])[] = [
    ['Rows of the file', report.rows],
    ['To be sent', counts.total],
    ['Accepted', counts.accepted],
    ['Already present', counts.already],
    ['Rejected', counts.failed],
    ['Not sent yet', counts.pending + counts.inFlight + counts.retrying],
    ...report.notSent.map(({ outcome, rows }) => [`Not sent: ${outcome}`, rows] as const),
    ...(undone === null
      ? []
      : ([
          ['Undone: restored', undone.restored],
          ['Undone: revoked', undone.revoked],
          ['Not restorable', undone.notRestorable],
        ] as const)),
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escape(report.name)}</title><style>${style}</style></head><body><h1>${escape(report.name)}</h1><table>${facts.map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td><code>${escape(value)}</code></td></tr>`).join('')}</table><table>${numbers.map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td class="num">${value.toLocaleString('en')}</td></tr>`).join('')}</table>${failures(report)}<div class="sign"><div>Name and date</div><div>Signature</div></div></body></html>\n`;
}

function failures({ failures: list }: ImportReport): string {
  if (list.length === 0) return '';
  const rows = list.map(
    ({ code, message, rows: count }) =>
      `<tr><td>${escape(code)}</td><td>${escape(message)}</td><td class="num">${count.toLocaleString('en')}</td></tr>`,
  );
  return `<h2>Rejected</h2><table><tr><th>Code</th><th>Message</th><th>Rows</th></tr>${rows.join('')}</table>`;
}

function instant(millis: number | null): string {
  return millis === null ? '–' : new Date(millis).toISOString();
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

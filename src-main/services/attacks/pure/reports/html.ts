import { type Remark, remarksOf } from '#shared/attacks/remarks.ts';
import type {
  AttackReport,
  CaseReport,
  CheckReport,
  VariantReport,
  Verdict,
} from '#shared/attacks/verdict.ts';
import { verdicts } from '#shared/attacks/verdict.ts';
import { clauseUrl } from '#shared/oauth/explain/index.ts';
import { escapeMarkup as esc } from '#shared/reports/escape.ts';
import { reportStyle } from './html-style.ts';
import { countVerdicts, groupCases, isoTime, settingsOf } from './summary.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The verdicts are told apart by shape too: not everybody sees the colours. */
const marks: Readonly<Record<Verdict, string>> = {
  PASSED: '✓',
  FAILED: '✗',
  WARNING: '△',
  REVIEW: '◉',
  SKIPPED: '–',
  INCONCLUSIVE: '◇',
};

const outcomes: Readonly<Record<CheckReport['outcome'], string>> = {
  met: '✓ met',
  broken: '✗ broken',
  otherwise: '△ refused otherwise',
  review: '◉ to be reviewed',
  unknown: '– not known',
  inconclusive: '◇ inconclusive',
};

function verdictMark(verdict: Verdict): string {
  return `<span class="verdict ${verdict}">${marks[verdict]} ${verdict}</span>`;
}

function clauseLink(clause: string): string {
  const url = clauseUrl(clause);
  return url === null ? esc(clause) : `<a href="${esc(url)}" rel="noreferrer">${esc(clause)}</a>`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`);
  return `<table><thead><tr>${heads}</tr></thead>\n<tbody>${body.join('')}</tbody></table>`;
}

function code(text: string): string {
  return `<code>${esc(text)}</code>`;
}

function exchanges(title: string, { exchanges: found }: VariantReport['control']): string {
  if (found.length === 0) return '';
  const rows = found.map(({ stepId, line, status }) => [
    esc(stepId),
    code(line),
    status === null ? 'no answer' : String(status),
  ]);
  return `<h3>${title}</h3>${table(['Step', 'Request', 'Status'], rows)}`;
}

function variantPart(variant: VariantReport): string {
  const { name, verdict, reason, checks } = variant;
  const rows = checks.map(({ outcome, isShould, step, expected, actual }) => [
    `${outcomes[outcome]}${isShould ? ' (SHOULD)' : ''}`,
    esc(step),
    code(expected),
    code(actual),
  ]);
  return [
    `<h3>${name === '' ? 'Attack' : esc(name)} ${verdictMark(verdict)}</h3>`,
    reason === '' ? '' : `<p>${esc(reason)}</p>`,
    rows.length === 0 ? '' : table(['Outcome', 'Step', 'Expected', 'Actual'], rows),
    exchanges('Control', variant.control),
    exchanges('Mutant', variant.mutant),
  ].join('\n');
}

function casePart(report: CaseReport): string {
  const { id, title, verdict, severity, clauses, explain, fix, reason, variants } = report;
  return `<details${verdict === 'FAILED' ? ' open' : ''}>
<summary><span class="id">${esc(id)}</span> <b>${esc(title)}</b> <span class="muted">${severity}</span> ${verdictMark(verdict)}</summary>
<div class="body">
<p>${esc(explain)}</p>
<p><b>Fix:</b> ${esc(fix)}</p>
<p class="muted">${clauses.map(clauseLink).join(', ')}</p>
${reason === '' ? '' : `<p><b>Reason:</b> ${esc(reason)}</p>`}
${variants.map(variantPart).join('\n')}
</div>
</details>`;
}

function remarkPart({ text, cases }: Remark): string {
  const of =
    cases.length === 0 ? '' : `<b>${cases.length} cases are INCONCLUSIVE</b> (${esc(cases.join(', '))}): `;
  return `<li>${of}${esc(text)}</li>`;
}

/** A report as one HTML document that needs nothing else and runs no script. */
export function htmlReport(report: AttackReport): string {
  const counts = countVerdicts(report.cases);
  const title = `Attacks on ${esc(report.target)}`;
  const settings = settingsOf(report);
  const remarks = remarksOf(report);
  const groups = groupCases(report).map(
    ([group, cases]) => `<h2>${esc(group)}</h2>\n${cases.map(casePart).join('\n')}`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="muted">${isoTime(report.startedAtMillis)}${settings === '' ? '' : `; ${esc(settings)}`}; ${report.cases.length} cases</p>
<ul class="counts">${verdicts.map((verdict) => `<li>${verdictMark(verdict)} ${counts[verdict]}</li>`).join('')}</ul>
${remarks.length === 0 ? '' : `<ul class="remarks">${remarks.map(remarkPart).join('\n')}</ul>`}
${groups.join('\n')}
</main>
</body>
</html>
`;
}

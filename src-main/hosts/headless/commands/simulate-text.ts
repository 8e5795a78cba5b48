import type { ReadTraffic } from '#main/services/throttle/index.ts';
import type { SimulationReport } from '#main/services/throttle/pure/report/index.ts';
import { figuresOf, shareText } from '#shared/throttle/simulation/figures.ts';
import type { OtherSpread } from '#shared/throttle/simulation/types.ts';

const maxColumns = 20;

/** The summary of a log: how it was read, and what was left out. */
export function logText(read: ReadTraffic): string {
  const { formats, facts } = read;
  const { answers } = facts;
  const lines = [
    `read ${facts.requests} requests, ${[...new Set(formats)].join(', ')}, time ${facts.taken.time ?? ''}, clients by ${facts.taken.key ?? 'nothing'}; left out ${facts.skipped} lines`,
    ...facts.remarks
      .slice(0, 10)
      .map(({ file, line, message }) => `  ${file === undefined ? '' : `${file}: `}line ${line}: ${message}`),
    ...facts.leftOut.map(({ name, message }) => `  column ${name}: ${message}`),
    ...missingTexts(facts),
    ...(facts.backwards === 0
      ? []
      : [`${facts.backwards} lines were earlier than the line before, and were put in order`]),
    ...(answers.tooMany + answers.unavailable === 0
      ? []
      : [
          `the log has ${answers.tooMany} answers 429, ${answers.unavailable} answers 503 and ${answers.repeats} repeats; dropped ${answers.dropped}`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Says which parts requests of a log lack, and what is taken for them. */
function missingTexts({ missing, requests, columns }: ReadTraffic['facts']): readonly string[] {
  const { address, path, method } = missing;
  const there = `; its columns are ${columns.slice(0, maxColumns).join(', ')}`;
  return [
    ...(address === 0
      ? []
      : [
          `${address === requests ? 'the log names no client address' : `${address} requests name no client address`}: such requests come from 127.0.0.1 here`,
        ]),
    ...(path === 0
      ? []
      : path === requests
        ? [`no column holds a path: every request is to / here${there} (--path names one)`]
        : [`${path} requests name no path: they are to / here`]),
    ...(method === 0
      ? []
      : method === requests
        ? [`no column holds a method: every request is a GET here${there} (--method names one)`]
        : [`${method} requests name no method: they are GET here`]),
  ].map((text) => `warning: ${text}`);
}

/** The counts where the requests of each second are laid in the other way. */
export function spreadText({ spread, result }: OtherSpread): string {
  const { allowed, refused } = figuresOf(result);
  const [shown, other] =
    spread === 'once'
      ? ['evenly spread within each', 'all at once']
      : ['all at once', 'evenly spread within each'];
  return `times are whole seconds: below ${shown}; ${other} accepted ${allowed}, refused ${refused}\n`;
}

/** The summary of a simulation, with the groups that are refused most. */
export function summaryText({ figures, result, warnings, assertions }: SimulationReport): string {
  const { groups, retryAfter } = result;
  const { offered, allowed, refused, refusedShare, failed, notTaken, all } = figures;
  const named = result.notTaken.map(({ request, count }) => `${request} ${count}`).join(', ');
  const lines = [
    `offered ${offered}, accepted ${allowed}, refused ${refused} (${shareText(refusedShare)}), failed ${failed}`,
    ...(notTaken === 0 ? [] : [`not taken by the route ${notTaken} of ${all}: ${named}`]),
    ...(refused === 0
      ? []
      : [`Retry-After p50 ${retryAfter.p50} s, p95 ${retryAfter.p95} s, p99 ${retryAfter.p99} s`]),
    ...groups
      .slice(0, 10)
      .map(
        ({ key, rate, accepted, refused: refusedOfGroup }) =>
          `  ${key === '' ? '(all)' : key}  ${rate}  accepted ${accepted}, refused ${refusedOfGroup}`,
      ),
    ...warnings.map(({ message }) => `warning: ${message}`),
    ...assertions.map(
      ({ assertion, holds, actual }) => `${holds ? 'holds' : 'DOES NOT HOLD'}: ${assertion} (was ${actual})`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

import type { ReadTraffic } from '#main/services/throttle/index.ts';
import type { SimulationReport } from '#main/services/throttle/pure/report/index.ts';
import { figuresOf, shareText } from '#shared/throttle/simulation/figures.ts';
import type { OtherSpread } from '#shared/throttle/simulation/types.ts';
import { counted } from '../counted.ts';

const maxColumns = 20;

/** The summary of a log: how it was read, and what was left out. */
export function logText(read: ReadTraffic): string {
  const { formats, facts } = read;
  const { answers } = facts;
  const lines = [
    `read ${counted(facts.requests, 'request')}, ${[...new Set(formats)].join(', ')}, time ${facts.taken.time ?? ''}, clients by ${facts.taken.key ?? 'nothing'}; skipped ${counted(facts.skipped, 'line')}`,
    ...facts.remarks
      .slice(0, 10)
      .map(({ file, line, message }) => `  ${file === undefined ? '' : `${file}: `}line ${line}: ${message}`),
    ...facts.leftOut.map(({ name, message }) => `  column ${name}: ${message}`),
    ...missingTexts(facts),
    ...(facts.backwards === 0
      ? []
      : [
          counted(
            facts.backwards,
            'line was earlier than the previous line and was sorted',
            'lines were earlier than the previous line and were sorted',
          ),
        ]),
    ...(answers.tooMany + answers.unavailable === 0
      ? []
      : [
          `the log has responses with 429: ${answers.tooMany}, with 503: ${answers.unavailable}, retries: ${answers.repeats}; skipped: ${answers.dropped}`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Says which parts requests of a log lack, and what is taken for them. */
function missingTexts({ missing, requests, columns }: ReadTraffic['facts']): readonly string[] {
  const { address, path, method } = missing;
  const choosing = (option: string) =>
    `Columns: ${columns.slice(0, maxColumns).join(', ')}. Use ${option} to choose one.`;
  const texts = [
    address === requests
      ? 'the log has no client addresses, so every request is simulated as coming from 127.0.0.1'
      : counted(
          address,
          'request has no client address and is simulated as coming from 127.0.0.1',
          'requests have no client address and are simulated as coming from 127.0.0.1',
        ),
    path === requests
      ? `no path column found, so every request goes to /. ${choosing('--path')}`
      : counted(path, 'request has no path and goes to /', 'requests have no path and go to /'),
    method === requests
      ? `no method column found, so every request is a GET. ${choosing('--method')}`
      : counted(
          method,
          'request has no method and is sent as GET',
          'requests have no method and are sent as GET',
        ),
  ];
  return texts.filter((_, at) => [address, path, method][at] !== 0).map((text) => `warning: ${text}`);
}

/** The counts where the requests of each second are laid in the other way. */
export function spreadText({ spread, result }: OtherSpread): string {
  const { allowed, refused } = figuresOf(result);
  const [shown, other] =
    spread === 'once'
      ? ['evenly spread within each', 'all at once']
      : ['all at once', 'evenly spread within each'];
  return `times are whole seconds: below ${shown}; ${other} accepted ${allowed}, rejected ${refused}\n`;
}

/** The summary of a simulation, with the groups that are refused most. */
export function summaryText({ figures, result, warnings, assertions }: SimulationReport): string {
  const { groups, retryAfter } = result;
  const { offered, allowed, refused, refusedShare, failed, notTaken, all } = figures;
  const named = result.notTaken.map(({ request, count }) => `${request} ${count}`).join(', ');
  const lines = [
    `offered ${offered}, accepted ${allowed}, rejected ${refused} (${shareText(refusedShare)}), failed ${failed}`,
    ...(notTaken === 0 ? [] : [`not matched by the route ${notTaken} of ${all}: ${named}`]),
    ...(refused === 0
      ? []
      : [`Retry-After p50 ${retryAfter.p50} s, p95 ${retryAfter.p95} s, p99 ${retryAfter.p99} s`]),
    ...groups
      .slice(0, 10)
      .map(
        ({ key, rate, accepted, refused: refusedOfGroup }) =>
          `  ${key === '' ? '(all)' : key}  ${rate}  accepted ${accepted}, rejected ${refusedOfGroup}`,
      ),
    ...warnings.map(({ message }) => `warning: ${message}`),
    ...assertions.map(
      ({ assertion, holds, actual }) => `${holds ? 'holds' : 'DOES NOT HOLD'}: ${assertion} (was ${actual})`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

import { isFormula } from '../../sheets/cells.ts';
import { createDateReader, createSkipCheck } from '../dates/date-reader.ts';
import { futureToleranceMillis, oldMillis } from '../dates/date-survey.ts';
import type { Overlay } from '../fixes.ts';
import type { DateReading, Mapping, RowOutcome } from '../job.ts';
import type { PlatformAgreement } from '../types.ts';
import { isEmptyRow, locateColumns, rowFaultOf } from './columns.ts';
import { settleContests } from './duplicate-rows.ts';
import { bitOf, codeOf } from './record.ts';
import { type Decided, tally } from './tally.ts';
import { createTargets, type Targets, type TargetText } from './targets.ts';

const millisPerDay = 86_400_000;

/** Results of a user search that does not return a place. */
export const unknownUser = -1;
export const ambiguousUser = -2;

export interface PlannerInput {
  readonly columns: readonly string[];
  /** Rows of the file. */
  readonly rows: number;
  readonly mapping: Mapping;
  readonly dates: DateReading | null;
  readonly overlay: Overlay;
  readonly agreements: readonly PlatformAgreement[];
  readonly nowMillis: number;
  /** Place of the user whom a key of the file means, `unknownUser` or `ambiguousUser`; asked once a row. */
  readonly findUser: (key: string) => number;
}

/** Decides on rows: each is fed once, in the order of the file. */
export interface Planner {
  add(cells: readonly string[]): void;
  end(): Decided;
}

/** Makes the planner of an import: of each row it decides whether it is sent, and if not, why. Pure but for its memory. */
export function createPlanner(input: PlannerInput): Planner {
  const { mapping, overlay, agreements, nowMillis, rows } = input;
  const targets = createTargets(agreements, mapping, nowMillis);
  const decide = rowDecider(input, targets);
  const records = new Uint32Array(rows * 2);
  const users = new Int32Array(rows);
  const times = new Float64Array(rows);
  let count = 0;

  return {
    add(cells) {
      const { outcome, user, time, text, flags } = decide(count + 1, cells);
      const word = outcome === 'ready' ? codeOf.ready | (flags << 8) | (text << 16) : codeOf[outcome];
      records[count * 2] = isExcluded(outcome, flags, overlay) ? codeOf.excluded : word;
      users[count] = user;
      times[count] = time;
      count += 1;
    },
    end() {
      const agreementOfTexts = targets.texts.map(({ agreement }) => agreements.indexOf(agreement));
      settleContests({ records, users, times, count, agreementOfTexts }, overlay.excludedOutcomes);
      const isNow = 'constant' in mapping.consentedAt && mapping.consentedAt.constant === 'now';
      return tally({ records, users, times: isNow ? null : times, count, targets });
    },
  };
}

/** The decision on one row by itself. */
interface RowDecision {
  readonly outcome: RowOutcome;
  readonly user: number;
  readonly time: number;
  readonly text: number;
  readonly flags: number;
}

/** Makes the decision on rows by themselves: whether others say the same is asked when all are there. */
function rowDecider(
  { columns, mapping, dates, overlay, nowMillis, findUser }: PlannerInput,
  targets: Targets,
): (row: number, cells: readonly string[]) => RowDecision {
  const places = locateColumns(mapping, columns);
  const last = Math.max(places.user, places.agreement ?? -1, places.language ?? -1, places.consentedAt ?? -1);
  const readTime = timeReader(mapping, dates, nowMillis);
  const skips = dates === null || places.consentedAt === null ? null : createSkipCheck(dates);
  const constantOf = (part: Mapping['agreement' | 'language' | 'consentedAt']) =>
    'constant' in part ? part.constant : '';
  const constants = {
    agreement: constantOf(mapping.agreement),
    language: constantOf(mapping.language),
    consentedAt: constantOf(mapping.consentedAt),
  };
  const textOf = (row: number, cells: readonly string[], column: number | null, otherwise: string) =>
    column === null ? otherwise : overlay.cell(row, column, cells[column] ?? '').trim();
  const isFaulty = (cells: readonly string[]) => rowFaultOf(cells, columns.length, last) !== null;
  const out = (outcome: RowOutcome): RowDecision => ({ outcome, user: 0, time: 0, text: 0, flags: 0 });

  const timeOf = (date: string): number | RowOutcome => {
    if (date === '') return 'date-missing';
    const time = readTime(date);
    if (time === null) return 'date-unreadable';
    if (skips?.(date) != null) return 'date-skipped';
    return time > nowMillis + futureToleranceMillis ? 'date-future' : time;
  };

  return (row, cells) => {
    if (overlay.excludedRows.has(row)) return out('excluded');
    if (isEmptyRow(cells) && isEmptyRow(overlay.cells(row, cells))) return out('empty-row');
    if (isFaulty(cells) && isFaulty(overlay.cells(row, cells))) return out('unreadable-row');
    const key = textOf(row, cells, places.user, '');
    if (key === '') return out('missing-user');
    const user = findUser(key);
    const agreement = textOf(row, cells, places.agreement, constants.agreement);
    const language = textOf(row, cells, places.language, constants.language);
    // Looked for even if the user is not there, so that everything that a person has to mend is counted at once.
    const target = targets.find(agreement, language);
    if (user < 0) return out(user === ambiguousUser ? 'ambiguous-user' : 'unknown-user');
    if (target.outcome !== 'ready') return out(target.outcome);
    const date = textOf(row, cells, places.consentedAt, constants.consentedAt);
    const time = timeOf(date);
    if (typeof time === 'string') return out(time);
    const hasFormula =
      isFormula(key) ||
      isFormula(agreement) ||
      isFormula(language) ||
      (places.consentedAt !== null && isFormula(date));
    const flags =
      timeFlags(targets.texts[target.text], time, nowMillis) |
      (target.isFallback ? bitOf['language-fallback'] : 0) |
      (hasFormula ? bitOf['formula-value'] : 0);
    return { outcome: 'ready', user, time, text: target.text, flags };
  };
}

function timeFlags(text: TargetText | undefined, time: number, nowMillis: number): number {
  if (text === undefined) return 0;
  const days = text.agreement.reconsentPeriodDays;
  return (
    (days !== null && time + days * millisPerDay <= nowMillis ? bitOf['expired-on-load'] : 0) |
    (time < text.effectiveAtMillis ? bitOf['before-revision'] : 0) |
    (time < oldMillis ? bitOf['date-old'] : 0) |
    (text.nextReconsentAtMillis === null ? 0 : bitOf['reconsent-scheduled'])
  );
}

/** A row that is left out is as if it were not in the file: no other row gives way to it. */
function isExcluded(
  outcome: RowOutcome,
  flags: number,
  { excludedFlags, excludedOutcomes }: Overlay,
): boolean {
  if (outcome !== 'ready') return excludedOutcomes.has(outcome);
  for (const flag of excludedFlags) if ((flags & bitOf[flag]) !== 0) return true;
  return false;
}

/** Makes the reader of the time of a row; the time of sending is taken for now. */
function timeReader(
  { consentedAt }: Mapping,
  dates: DateReading | null,
  nowMillis: number,
): (text: string) => number | null {
  if ('constant' in consentedAt) {
    const { constant } = consentedAt;
    const time =
      constant === 'now' ? nowMillis : (createDateReader({ format: 'iso', zone: 'UTC' })?.(constant) ?? null);
    return () => time;
  }
  return (dates === null ? null : createDateReader(dates)) ?? (() => null);
}

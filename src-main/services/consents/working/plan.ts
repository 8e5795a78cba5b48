import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createDateReader,
  createOverlay,
  createPlanner,
  type DateReading,
  type Decided,
  findingsOf,
  formatsOf,
  type ImportJob,
  locateColumns,
  type Mapping,
  type PlanHead,
  type PlanText,
  type Resolution,
} from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { canonicalJson } from './canonical-json.ts';
import { dataFiles } from './data-files.ts';
import { columnsMissing, type PlanContext, readIngested, replaceFile } from './directory.ts';
import { createTextWriter, eachLine } from './lines.ts';
import type { Planned, TaskContext, TaskInput } from './tasks.ts';
import { createUserTable, type UserTable } from './user-table.ts';

const noHash = '0'.repeat(64);

/**
 * Decides on every row by what was found at the target, and writes the plan that preview, dry run and load go by.
 * The same inputs always give the same hash.
 * @throws import.column-missing, import.dates-invalid, import.not-now where the users were not looked for
 */
export async function plan(
  { directory, job, resolution, nowMillis }: TaskInput<'plan'>,
  context: TaskContext,
): Promise<Planned> {
  const ingested = await readIngested(directory);
  const { mapping, dates } = job;
  if (mapping === null) throw nothingMapped();
  const { missing } = locateColumns(mapping, ingested.columns);
  if (missing.length > 0) throw columnsMissing(missing, ingested.columns);
  checkDates(mapping, dates);

  const overlay = createOverlay(job.fixes, ingested.columns);
  const users = createUserTable(overlay, mapping.user.through);
  await eachLine(join(directory, dataFiles.users), quiet(context), (line) => users.load(line)).catch(
    (error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === 'ENOENT' ? notLookedUp(error) : error;
    },
  );
  const planner = createPlanner({
    columns: ingested.columns,
    rows: ingested.rows,
    mapping,
    dates,
    overlay,
    agreements: resolution.agreements,
    nowMillis,
    findUser: (key) => users.find(key),
  });
  await eachLine(join(directory, dataFiles.rows), context, (cells) =>
    planner.add(cells as readonly string[]),
  );
  const decided = planner.end();

  const hash = await writePlan(directory, decided, users, {
    inputs: planInputs(ingested.sha256, job, resolution),
    environmentId: resolution.environmentId,
    nowMillis,
  });
  const found = users.counts();
  const likeKeys = Object.fromEntries(users.likeKeys());
  const planContext: PlanContext = { mapping, dates, agreements: resolution.agreements, likeKeys };
  await replaceFile(join(directory, dataFiles.planContext), JSON.stringify(planContext));
  const { outcomes, flags } = decided;
  users.free();
  return {
    summary: { hash, frozenAtMillis: nowMillis, rows: ingested.rows, outcomes, flags },
    matches: { ...found, ...findingsOf(decided, nowMillis) },
  };
}

/** How far the reading of the users is, nobody has to know. */
function quiet({ signal }: TaskContext): TaskContext {
  return { signal, onProgress: () => {} };
}

/** All inputs of a plan; its time and the location of its file do not affect it. */
function planInputs(sha256: string, job: ImportJob, resolution: Resolution): string {
  const { environmentId, userAttribute, agreements } = resolution;
  const { reading, mapping, dates, fixes } = job;
  return canonicalJson({ sha256, reading, mapping, dates, fixes, environmentId, userAttribute, agreements });
}

interface PlanFacts {
  readonly inputs: string;
  readonly environmentId: string;
  readonly nowMillis: number;
}

/**
 * Writes plan and outcomes; the hash covers the inputs, the decision on each row, and the data to be sent.
 */
async function writePlan(
  directory: string,
  { records, targets, visitReady }: Decided,
  users: UserTable,
  { inputs, environmentId, nowMillis }: PlanFacts,
): Promise<string> {
  const outcomes = Buffer.from(records.buffer, records.byteOffset, records.byteLength);
  const hash = createHash('sha256').update(inputs).update('\n').update(outcomes);
  const path = join(directory, dataFiles.plan);
  const texts = targets.texts.map(
    ({ agreementId, languageId, revisionId }): PlanText => ({ agreementId, languageId, revisionId }),
  );
  const head: PlanHead = { version: 1, hash: noHash, environmentId, frozenAtMillis: nowMillis, texts };
  const headLine = `${JSON.stringify(head)}\n`;
  const headBytes = Buffer.byteLength(headLine);
  let written = 0;
  const writer = createTextWriter(`${path}.new`, (bytes) => {
    // The head holds the time, and the hash itself.
    hash.update(bytes.subarray(Math.max(0, headBytes - written)));
    written += bytes.length;
  });
  writer.write(headLine);
  visitReady((row, user, text, at, flags) =>
    writer.write(`[${row},${JSON.stringify(users.id(user))},${text},${at},${flags}]\n`),
  );
  writer.close();
  const digest = hash.update(JSON.stringify(texts)).digest('hex');
  const handle = await open(`${path}.new`, 'r+');
  try {
    await handle.write(digest, headLine.indexOf(noHash));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.new`, path);
  await replaceFile(join(directory, dataFiles.outcomes), outcomes);
  return digest;
}

/** Where a format or a zone is none, no row could be read: that is said once, and not of each row. */
function checkDates({ consentedAt }: Mapping, dates: DateReading | null): void {
  if ('column' in consentedAt) {
    if (dates === null || createDateReader(dates) !== null) return;
    throw datesInvalid(
      `Times do not match the formats ${formatsOf(dates).join(', ')} in the zone “${dates.zone}”.`,
      'A format or the zone is unknown.',
    );
  }
  const { constant } = consentedAt;
  if (constant === 'now' || createDateReader({ format: 'iso', zone: 'UTC' })?.(constant) != null) return;
  throw datesInvalid(
    `The time “${constant}” for all rows is invalid.`,
    'The time is neither an RFC 3339 time nor the word “now”.',
  );
}

function datesInvalid(message: string, why: string): GatehouseError {
  return new GatehouseError('import.dates-invalid', message, {
    cause: new Error(why),
    fix: 'Choose a format such as dd/MM/yyyy and a zone such as UTC, +02:00 or Europe/Zurich. Write a time for all rows as 2024-05-31T12:00:00Z.',
  });
}

function notLookedUp(cause: unknown): GatehouseError {
  return new GatehouseError('import.not-now', 'The users of this import are not matched yet.', {
    cause,
    fix: 'Match the users with the target first.',
  });
}

function nothingMapped(): GatehouseError {
  return new GatehouseError('import.column-missing', 'No column of the file is mapped yet.', {
    cause: new Error('A plan requires a column that identifies the user.'),
    fix: 'Map the columns first.',
  });
}

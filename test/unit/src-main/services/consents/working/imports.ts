import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles } from '#main/services/consents/working/data-files.ts';
import { ingest } from '#main/services/consents/working/ingest.ts';
import { plan } from '#main/services/consents/working/plan.ts';
import { survey } from '#main/services/consents/working/survey.ts';
import {
  type Fix,
  type ImportJob,
  importJobSchema,
  type PlanHead,
  type PlanRow,
  type Reading,
  type Resolution,
} from '#shared/consents/index.ts';
import { encoded, makeFile, makeFolder, plainReading, quietContext } from '../reading/files.ts';

export const now = Date.UTC(2026, 0, 1);

export const mapping = {
  user: { column: 'user', by: 'username', through: null },
  agreement: { column: 'agreement', by: 'name' },
  language: { column: 'language', by: 'locale' },
  consentedAt: { column: 'date' },
} as const;

export const resolution: Resolution = {
  environmentId: 'environment-1',
  resolvedAtMillis: 1,
  userAttribute: 'username',
  agreements: [
    {
      id: 'agreement-1',
      name: 'Terms',
      isEnabled: true,
      reconsentPeriodDays: null,
      languages: [
        {
          id: 'language-1',
          locale: 'en',
          displayName: 'English',
          isEnabled: true,
          currentRevisionId: 'revision-1',
          revisions: [{ id: 'revision-1', effectiveAtMillis: 0, requireReconsent: false }],
        },
      ],
    },
  ],
};

/** An import whose file was read, and that can be planned. */
export interface TestImport {
  readonly directory: string;
  readonly job: ImportJob;
}

/** Reads a text as the file of an import. */
export async function makeImport(
  text: string,
  reading: Reading = plainReading,
  fixes: readonly Fix[] = [],
): Promise<TestImport> {
  const file = makeFile('source.csv', encoded(text, reading.kind === 'csv' ? reading.encoding : 'utf-8'));
  const directory = makeFolder();
  await ingest({ file, reading, directory }, quietContext);
  return { directory, job: makeJob({ reading, fixes: [...fixes] }) };
}

export function makeJob(changes: Partial<ImportJob> = {}): ImportJob {
  return {
    ...importJobSchema.parse({
      version: 1,
      id: 'import-1',
      name: 'People',
      createdAtMillis: 0,
      source: { file: 'source.csv', name: 'source.csv', sizeBytes: 0 },
      reading: plainReading,
      mapping,
      dates: { format: 'iso', zone: 'UTC' },
    }),
    ...changes,
  };
}

/** Writes the target's answers to the keys of a survey: users have the id `id-<key>`. */
export function answerUsers(
  directory: string,
  idsOf = (key: string): readonly string[] => [`id-${key}`],
): void {
  const keys = linesOf<[string, number]>(join(directory, dataFiles.userKeys)).map(([key]) => key);
  writeFileSync(
    join(directory, dataFiles.users),
    keys.map((key) => `${JSON.stringify([key, ...idsOf(key)])}\n`).join(''),
  );
}

/** Surveys, looks users up and plans, as an import does. */
export async function planImport(
  { directory, job }: TestImport,
  more: {
    readonly idsOf?: (key: string) => readonly string[];
    readonly resolution?: Resolution;
    readonly nowMillis?: number;
  } = {},
) {
  const nowMillis = more.nowMillis ?? now;
  const { fixes, dates } = job;
  await survey({ directory, mapping: job.mapping ?? mapping, dates, fixes, nowMillis }, quietContext);
  answerUsers(directory, more.idsOf);
  return plan({ directory, job, resolution: more.resolution ?? resolution, nowMillis }, quietContext);
}

/** The plan as a loader reads it. */
export function readPlan(directory: string): { readonly head: PlanHead; readonly rows: readonly PlanRow[] } {
  const [head, ...rows] = linesOf(join(directory, dataFiles.plan));
  return { head: head as PlanHead, rows: rows as PlanRow[] };
}

function linesOf<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

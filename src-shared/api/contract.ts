import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
// By their own files, so that the rules are loaded with the linter and not with every user of the contract.
import { type ContractHistory, contractDateSchema, ruleSources } from '../contract/history.ts';
import { omittedSchema } from '../contract/omitted.ts';
import { artefactKinds, type LintFinding, lintCoverageSchema } from '../contract/report.ts';
import { lintSeverities } from '../contract/rule.ts';
import { lintIgnoreSchema, lintSettingsSchema } from '../contract/settings.ts';
import { problemSchema } from '../errors/problem.ts';
import { contractHistories, contractReports } from '../exports/index.ts';
import { idsOf } from '../files/index.ts';
import { procedure } from './base.ts';
import { jobSchema } from './jobs.ts';
import { streamInput } from './streams.ts';

/** A rule as a person reads it. */
const ruleViewSchema = z.object({
  id: z.string(),
  title: z.string(),
  date: contractDateSchema.nullable(),
  entries: z.array(z.string()),
  severity: z.enum(lintSeverities),
  source: z.enum(ruleSources),
  detection: z.string(),
  replacement: z.string(),
  hasFix: z.boolean(),
  isDetectable: z.boolean(),
  holds: z.object({ from: z.string().nullable(), until: z.string().nullable() }),
});
export type ContractRule = z.infer<typeof ruleViewSchema>;

/** Something that is linted. */
const sourceSchema = z.object({
  /** Id of an imported file; path of a workspace file; `activity`. */
  id: z.string(),
  /** As in the location of its findings. */
  file: z.string(),
  kind: z.enum(artefactKinds),
  isImported: z.boolean(),
  sizeBytes: z.int().nullable(),
  requests: z.int(),
  findings: z.int(),
  /** Of the requests, how many went to other hosts: no rule looked at them. */
  otherHosts: z.int(),
  /** Secrets that were masked when it was imported. */
  masked: z.int(),
  /** Live requests that were not looked at because there were too many at once. */
  skipped: z.int().optional(),
  /** Why it could not be read. */
  problem: problemSchema.nullable(),
  /** The import that goes on. */
  work: jobSchema.nullable(),
});
export type ContractSource = z.infer<typeof sourceSchema>;

/**
 * Everything that was found, whatever the contract date: `holds` of each says when it counts. What an entry is used by
 * are the findings that name it, also where they do not count.
 */
const stateSchema = z.object({
  /** The date in force: the workspace's, or the newest of the history. */
  contractDate: contractDateSchema,
  settings: lintSettingsSchema,
  /** At most 1,000 of a source and 5,000 of all; reports have the others too. */
  findings: z.array(z.custom<LintFinding>()),
  coverage: lintCoverageSchema,
  errors: z.array(problemSchema),
  /** How many findings there are besides, by when they count. */
  omitted: z.array(omittedSchema),
  sources: z.array(sourceSchema),
  /** Grows with every change of the members above. */
  revision: z.int(),
});
export type ContractState = z.infer<typeof stateSchema>;

export const contractReportFormats = idsOf(contractReports);
export const contractHistoryFormats = idsOf(contractHistories);

const fileText = z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() });

/** The history of the contract, and what of it concerns the work in this workspace. Document 3 §9 */
export const contractHistoryContract = {
  history: procedure.output(
    z.object({
      history: z.custom<ContractHistory>(),
      rules: z.array(ruleViewSchema),
      newest: contractDateSchema,
    }),
  ),
  state: procedure.output(stateSchema),
  watch: procedure.input(streamInput).output(eventIterator(stateSchema)),

  /** Sets the date that the workspace is held to; null: the newest. */
  setDate: procedure.input(z.object({ date: contractDateSchema.nullable() })).output(stateSchema),
  setSeverity: procedure
    .input(z.object({ rule: z.string(), severity: z.enum([...lintSeverities, 'off']).nullable() }))
    .output(stateSchema),
  /** Says whether a host is the platform; null: takes the answer back. */
  answerHost: procedure
    .input(z.object({ host: z.string().min(1).max(400), isPlatform: z.boolean().nullable() }))
    .output(stateSchema),
  /** Leaves a finding be, and says why. */
  ignore: procedure.input(lintIgnoreSchema).output(stateSchema),
  /** Takes back the ignores that are equal to this one. */
  unignore: procedure.input(lintIgnoreSchema).output(stateSchema),

  /**
   * Applies the edits of a finding to its file: of the workspace, or the copy of an imported one. Fails with
   * `contract.finding-gone` when the text was changed since it was linted.
   */
  fix: procedure
    .input(z.object({ keys: z.array(z.string()).min(1).max(1_000) }))
    .output(z.object({ undoId: z.string(), fixed: z.int() })),
  undoFix: procedure.input(z.object({ undoId: z.string() })).output(stateSchema),

  /** Begins the import of a file that is sent in pieces of base64, in their order. */
  addSource: procedure
    .input(z.object({ name: z.string().min(1).max(255), sizeBytes: z.int().min(1) }))
    .output(z.object({ id: z.string() })),
  /** After the last piece it is masked, kept and linted: a job. */
  uploadSource: procedure
    .input(z.object({ id: z.string(), offset: z.int().min(0), base64: z.string().max(2_800_000) }))
    .output(z.object({ receivedBytes: z.int() })),
  /** Imports the recording that comes with Gatehouse: a client that was written for an older contract. */
  addSample: procedure.output(z.object({ id: z.string() })),
  removeSource: procedure.input(z.object({ id: z.string() })).output(z.object({ undoId: z.string() })),
  restoreSource: procedure.input(z.object({ undoId: z.string() })).output(stateSchema),
  /** A piece of an imported file as it is now, fixes included, secrets masked. */
  readSource: procedure
    .input(z.object({ id: z.string(), offset: z.int().min(0) }))
    .output(z.object({ fileName: z.string(), base64: z.string(), sizeBytes: z.int() })),

  /** Exports the findings, evaluated for a date; null: the date in force. */
  exportReport: procedure
    .input(z.object({ format: z.enum(contractReportFormats), date: contractDateSchema.nullable() }))
    .output(fileText),
  /** Entries of the history, in their order. */
  exportHistory: procedure
    .input(z.object({ format: z.enum(contractHistoryFormats), entries: z.array(z.string()).max(1_000) }))
    .output(fileText),
};

import { z } from 'zod';
import { problemSchema } from '../errors/problem.ts';
import { contractDateSchema, ruleSources } from './history.ts';
import { lintSeverities } from './rule.ts';

/** Location of a finding; lines and columns count from 1. */
export const findingLocationSchema = z.object({
  /** Path of the file as it was given, name of an imported source, `activity`, or the path below the workspace. */
  file: z.string(),
  line: z.int().optional(),
  column: z.int().optional(),
  endLine: z.int().optional(),
  endColumn: z.int().optional(),
  pointer: z.string().optional(),
  /** Number of the entry of a HAR document, from 0. */
  entry: z.int().optional(),
  exchangeId: z.string().optional(),
  /** Method and path without ids of a live request: `GET /environments/{}/users`. */
  endpoint: z.string().optional(),
});
export type FindingLocation = z.infer<typeof findingLocationSchema>;

/** Where artefacts come from. */
export const artefactKinds = ['connector', 'flow', 'import', 'har', 'script', 'json', 'activity'] as const;
export type ArtefactKind = (typeof artefactKinds)[number];

export const textEditSchema = z.object({
  entry: z.int().optional(),
  at: z.int(),
  length: z.int(),
  text: z.string(),
});

/** One place that a change of the contract breaks, or will. Never holds a secret. */
export const lintFindingSchema = z.object({
  /** Id of the rule. */
  id: z.string(),
  severity: z.enum(lintSeverities),
  title: z.string(),
  message: z.string(),
  replacement: z.string(),
  subject: z.string(),
  location: findingLocationSchema,
  artefact: z.enum(artefactKinds),
  /** Day of the change; null: the rule holds at any date. */
  date: contractDateSchema.nullable(),
  entries: z.array(z.string()),
  source: z.enum(ruleSources),
  /** For which contract dates it holds. */
  holds: z.object({ from: z.string().nullable(), until: z.string().nullable() }),
  /** Names the finding in its report: stable as long as nothing before it changes. */
  key: z.string(),
  fix: z.object({ title: z.string(), edits: z.array(textEditSchema) }).nullable(),
  /** How often live requests showed it, and when; its exchange is the last of them. */
  repeats: z.object({ count: z.int(), firstAt: z.string(), lastAt: z.string() }).optional(),
  /** Why it is ignored; null: it is not. */
  ignored: z
    .object({ reason: z.string(), until: z.string().nullable(), by: z.enum(['file', 'comment']) })
    .nullable(),
});
export type LintFinding = z.infer<typeof lintFindingSchema>;

/** Stands for all hosts beyond those that are told apart. */
export const furtherHosts = '…';

export const lintCoverageSchema = z.object({
  artefacts: z.int(),
  /** Requests to the platform, or without a host. */
  requests: z.int(),
  /** Of those, how many are to an endpoint that is known. */
  known: z.int(),
  /** Requests to other hosts: no rule looks at them. */
  otherHosts: z.int(),
  /** Those hosts, the most frequent first; at most 50. `isTold`: the settings say that it is not the platform. */
  hosts: z.array(z.object({ host: z.string(), count: z.int(), isTold: z.boolean() })),
  /** Live requests that were not looked at, or not yet, or without their body. */
  skipped: z.int(),
  /** Files in the folders that no reader takes; at most 50 are named. */
  notRead: z.object({ count: z.int(), files: z.array(z.string()) }),
  /** Requests whose address or body, or a value that a rule asks for, is only known when they are sent; at most 50 are named. */
  untold: z.object({
    count: z.int(),
    places: z.array(z.object({ file: z.string(), line: z.int(), text: z.string() })),
  }),
  /** Templates that are not known, the most frequent first; at most 50. */
  unknown: z.array(z.object({ method: z.string(), template: z.string(), count: z.int() })),
  rules: z.object({
    total: z.int(),
    withTarget: z.array(z.string()),
    withoutTarget: z.array(z.string()),
    /** Rows without anything that an artefact could name. */
    notDetectable: z.array(z.string()),
    /** Switched off in the settings. */
    off: z.array(z.string()),
  }),
});
export type LintCoverage = z.infer<typeof lintCoverageSchema>;

/** The report of a linter run. Sorted: the same inputs give the same text. */
export const lintReportSchema = z.object({
  contractDate: contractDateSchema,
  findings: z.array(lintFindingSchema),
  coverage: lintCoverageSchema,
  /** Artefacts that could not be read: never the same as clean. */
  errors: z.array(problemSchema),
  /** Findings that were left out because there were too many. */
  omitted: z.int(),
});
export type LintReport = z.infer<typeof lintReportSchema>;

/** True if something holds at a contract date. */
export function holdsAt(
  { from, until }: { readonly from: string | null; readonly until: string | null },
  date: string,
): boolean {
  return (from === null || from <= date) && (until === null || date < until);
}

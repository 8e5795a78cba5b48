import { z } from 'zod';
import { capabilitiesSchema, leftBehindSchema } from './capabilities.ts';
import { checkOutcomes } from './evidence.ts';

/** The possible verdicts of a case, in the terms of the conformance suites. */
export const verdicts = ['PASSED', 'FAILED', 'WARNING', 'REVIEW', 'SKIPPED', 'INCONCLUSIVE'] as const;
export const verdictSchema = z.enum(verdicts);

export const checkReportSchema = z.object({
  outcome: z.enum(checkOutcomes),
  isShould: z.boolean(),
  step: z.string(),
  expected: z.string(),
  actual: z.string(),
});

/** One play of a variant: the exchanges by the ids of their steps, in order. */
export const playReportSchema = z.object({
  exchanges: z.array(
    z.object({ stepId: z.string(), exchangeId: z.string(), line: z.string(), status: z.number().nullable() }),
  ),
});

const headersSchema = z.array(z.tuple([z.string(), z.string()]));

/** A request and its outcome, without secrets, the long parts cut. */
export const exchangeEvidenceSchema = z.object({
  stepId: z.string(),
  exchangeId: z.string(),
  request: z.object({ method: z.string(), target: z.string(), headers: headersSchema, body: z.string() }),
  response: z
    .object({ status: z.number(), reason: z.string(), headers: headersSchema, body: z.string() })
    .nullable(),
  /** Why there is no response; empty: there is one. */
  failure: z.string(),
});

export const variantReportSchema = z.object({
  name: z.string(),
  verdict: verdictSchema,
  /** Why there is no other verdict; empty: the checks say it. */
  reason: z.string(),
  checks: z.array(checkReportSchema),
  control: playReportSchema,
  mutant: playReportSchema,
  /**
   * The exchanges that prove the findings. Absent: there were none, or an earlier version made the report.
   */
  evidence: z.array(exchangeEvidenceSchema).optional(),
});

export const caseReportSchema = z.object({
  id: z.string(),
  title: z.string(),
  group: z.string(),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  clauses: z.array(z.string()),
  /** Empty in reports of earlier versions. */
  cwe: z.array(z.int()).default([]),
  verdict: verdictSchema,
  reason: z.string(),
  explain: z.string(),
  fix: z.string(),
  durationMillis: z.number(),
  variants: z.array(variantReportSchema),
});

/** The result of a whole run of the catalogue. */
export const attackReportSchema = z.object({
  target: z.string(),
  profile: z.string().nullable(),
  weaknesses: z.array(z.string()),
  startedAtMillis: z.number(),
  durationMillis: z.number(),
  /** Absent: no case was played, or an earlier version made the report. */
  capabilities: capabilitiesSchema.optional(),
  /** Points about the server behind a copy that no case can decide, as sentences; absent: none is known. */
  undecided: z.array(z.string()).optional(),
  /** Absent: the server was a copy, of which nothing remains. */
  leftBehind: leftBehindSchema.optional(),
  cases: z.array(caseReportSchema),
});

export type Verdict = z.infer<typeof verdictSchema>;
export type CheckReport = z.infer<typeof checkReportSchema>;
export type ExchangeEvidence = z.infer<typeof exchangeEvidenceSchema>;
export type VariantReport = z.infer<typeof variantReportSchema>;
export type CaseReport = z.infer<typeof caseReportSchema>;
export type AttackReport = z.infer<typeof attackReportSchema>;

/** The part of a JSON report that a command tells: each case with its verdict and reason. */
export const caseOutcomesSchema = z.object({
  cases: z.array(
    caseReportSchema.pick({ id: true, verdict: true, severity: true, title: true, reason: true }),
  ),
});

export type CaseOutcomes = z.infer<typeof caseOutcomesSchema>;

/** Returns the combined verdict of the checks of a variant. */
export function verdictOf(checks: readonly CheckReport[], isShould: boolean): Verdict {
  const broken = checks.filter(({ outcome }) => outcome === 'broken');
  if (broken.some((check) => !check.isShould && !isShould)) return 'FAILED';
  if (checks.some(({ outcome }) => outcome === 'inconclusive')) return 'INCONCLUSIVE';
  if (broken.length > 0 || checks.some(({ outcome }) => outcome === 'otherwise')) return 'WARNING';
  if (checks.some(({ outcome }) => outcome === 'review')) return 'REVIEW';
  return checks.every(({ outcome }) => outcome === 'unknown') ? 'SKIPPED' : 'PASSED';
}

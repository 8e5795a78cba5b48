import { z } from 'zod';
import { contractDateSchema } from './history.ts';
import { lintSeverities } from './rule.ts';

/** A finding that is known and left: by rule, and as narrow as one likes. */
export const lintIgnoreSchema = z.looseObject({
  id: z.string().min(1).max(20),
  /** File as in the finding's location; absent: everywhere. */
  file: z.string().max(500).optional(),
  /** Subject of the finding; absent: every one of that rule. */
  subject: z.string().max(500).optional(),
  reason: z.string().min(1).max(1_000),
  /** Last day on which it is ignored. */
  until: contractDateSchema.optional(),
});
export type LintIgnore = z.infer<typeof lintIgnoreSchema>;

/** `contract/lint.json`: how the work in this workspace is held against the contract. */
export const lintSettingsSchema = z.looseObject({
  /** Absent: the newest date of the history. */
  contract_date: contractDateSchema.optional(),
  /** By rule id; `off` leaves a rule out. */
  severity: z.record(z.string(), z.enum([...lintSeverities, 'off'])).default({}),
  ignore: z.array(lintIgnoreSchema).max(10_000).default([]),
  /** Base URLs of the platform, besides the targets of the workspace, its sandbox and the vendor's regions. */
  hosts: z.array(z.string().max(500)).max(100).default([]),
});
export type LintSettings = z.output<typeof lintSettingsSchema>;

import { z } from 'zod';
import { contractDateSchema } from './history.ts';
import { lintSeverities } from './rule.ts';

/** A finding that is known and left: by rule, and as narrow as one likes. */
export const lintIgnoreSchema = z.looseObject({
  id: z.string().min(1).max(20).describe('The rule.'),
  file: z.string().max(500).optional().describe("File as in the finding's location; absent: everywhere."),
  subject: z.string().max(500).optional().describe('Subject of the finding; absent: every one of that rule.'),
  reason: z.string().min(1).max(1_000).describe('Why.'),
  /** Last day on which it is ignored. */
  until: contractDateSchema.optional().describe('The last day on which it is ignored.'),
});
export type LintIgnore = z.infer<typeof lintIgnoreSchema>;

/** `contract/lint.json`: how the work in this workspace is held against the contract. */
export const lintSettingsSchema = z.looseObject({
  /** Absent: the newest date of the history. */
  contract_date: contractDateSchema
    .optional()
    .describe('The day whose contract counts; absent: the newest of the history.'),
  severity: z
    .record(z.string(), z.enum([...lintSeverities, 'off']))
    .default({})
    .describe('By rule id; `off` leaves a rule out.'),
  ignore: z.array(lintIgnoreSchema).max(10_000).default([]).describe('Findings that are known and left.'),
  hosts: z
    .array(z.string().max(500))
    .max(100)
    .default([])
    .describe(
      "Base URLs of the platform, besides the targets of the workspace, its sandbox and the vendor's regions.",
    ),
  other_hosts: z
    .array(z.string().max(500))
    .max(1_000)
    .default([])
    .describe('Names of hosts that are not the platform: requests to them need no look.'),
});
export type LintSettings = z.output<typeof lintSettingsSchema>;

import { z } from 'zod';
import { contractDateSchema } from './history.ts';
import { lintSeverities } from './rule.ts';

/** A finding that is known and left: by rule, and as narrow as one likes. */
export const lintIgnoreSchema = z.looseObject({
  id: z.string().min(1).max(20).describe('Id of the rule.'),
  file: z
    .string()
    .max(500)
    .optional()
    .describe('File, as in the location of the finding. Default: all files.'),
  subject: z
    .string()
    .max(500)
    .optional()
    .describe('Subject of the finding. Default: all subjects of the rule.'),
  reason: z.string().min(1).max(1_000).describe('Why.'),
  /** Last day on which it is ignored. */
  until: contractDateSchema.optional().describe('Last day on which the finding is ignored.'),
});
export type LintIgnore = z.infer<typeof lintIgnoreSchema>;

/** `contract/lint.json`: how the work in this workspace is held against the contract. */
export const lintSettingsSchema = z.looseObject({
  /** Absent: the newest date of the history. */
  contract_date: contractDateSchema
    .optional()
    .describe('Date of the contract to check against. Default: the newest date of the history.'),
  severity: z
    .record(z.string(), z.enum([...lintSeverities, 'off']))
    .default({})
    .describe('Severity by rule id. `off` disables a rule.'),
  ignore: z.array(lintIgnoreSchema).max(10_000).default([]).describe('Known findings to ignore.'),
  hosts: z
    .array(z.string().max(500))
    .max(100)
    .default([])
    .describe(
      'Base URLs of the platform, in addition to the targets of the workspace, its sandbox and the regions of the vendor.',
    ),
  other_hosts: z
    .array(z.string().max(500))
    .max(1_000)
    .default([])
    .describe('Host names that are not the platform. Requests to them are not checked.'),
});
export type LintSettings = z.output<typeof lintSettingsSchema>;

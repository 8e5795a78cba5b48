import { z } from 'zod';

/** The outcome of one rule: `never` was not reached because the gate shut before it. */
export const ruleOutcomeSchema = z.enum(['passed', 'failed', 'skipped', 'never']);

/** One line of the decision trace: a rule as a statement that should be true, with its clause and evidence. */
export const traceRuleSchema = z.object({
  id: z.string(),
  rule: z.string(),
  clause: z.string(),
  outcome: ruleOutcomeSchema,
  detail: z.string().optional(),
  want: z.string().optional(),
  got: z.string().optional(),
  weakness: z.string().optional(),
});

/** Every rule that a hosted server checked for one request, in the order it ran, and what followed. */
export const decisionTraceSchema = z.object({
  pipeline: z.string(),
  rules: z.array(traceRuleSchema),
  effect: z.string(),
});

export type RuleOutcome = z.infer<typeof ruleOutcomeSchema>;
export type TraceRule = z.infer<typeof traceRuleSchema>;
export type DecisionTrace = z.infer<typeof decisionTraceSchema>;

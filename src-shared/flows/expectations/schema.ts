import { z } from 'zod';

const step = z
  .string()
  .min(1)
  .optional()
  .describe('Id of a step of the flow; absent: the last one that was answered.');
const expected = z
  .string()
  .max(4_000)
  .describe('A text, or a pattern between slashes; `{{…}}` is filled in.');
const members = z
  .record(z.string().min(1), z.union([expected, z.number(), z.boolean(), z.null()]))
  .describe('Members by name, or by JSON Pointer, with their values; null: it must not be there.');

/** An expectation of a flow, as data in its file. */
export const flowExpectationSchema = z
  .discriminatedUnion('check', [
    z.strictObject({
      check: z.literal('status'),
      step,
      is: z.union([z.number().int(), z.array(z.number().int()).min(1)]).describe('The status, or several.'),
    }),
    z.strictObject({
      check: z.literal('header'),
      step,
      name: z.string().min(1),
      is: expected.optional(),
      absent: z.boolean().optional().describe('The answer must not have it.'),
    }),
    z.strictObject({ check: z.literal('json'), step, members }),
    z.strictObject({
      check: z.literal('redirect'),
      step,
      parameters: z
        .record(z.string().min(1), expected.nullable())
        .describe('Parameters of the authorization response; null: it must not be there.'),
    }),
    z.strictObject({
      check: z.literal('error'),
      step,
      is: expected.describe('The error code of OAuth, wherever the answer has it.'),
    }),
    z.strictObject({
      check: z.literal('claim'),
      token: z.string().min(1).describe('The name of a value that is a JWT; its signature has to be right.'),
      members,
    }),
    z.strictObject({
      check: z.literal('value'),
      name: z.string().min(1).describe('The name of a value of the run.'),
      is: expected.optional(),
      not: expected
        .optional()
        .describe('It must be another one, such as {{refresh_token}} of an earlier step.'),
    }),
    z.strictObject({
      check: z.literal('time'),
      step,
      at_most_millis: z.number().positive().describe('The answer came within this time.'),
    }),
    z.strictObject({
      check: z.literal('rule'),
      step,
      is: z.string().min(1).describe('Id of the rule by which the hosted server refused.'),
    }),
    z.strictObject({
      check: z.literal('client-checks').describe('Every check of a conforming client holds.'),
    }),
    z.strictObject({
      check: z.literal('end'),
      is: z.enum(['passed', 'refused']).describe('How the flow as a whole ends.'),
    }),
  ])
  .describe('What must come out of the flow.');

export type FlowExpectation = z.output<typeof flowExpectationSchema>;

/** An expectation after a run, with what came; nothing secret is in it. */
export interface JudgedExpectation {
  readonly outcome: 'met' | 'broken';
  readonly expected: string;
  readonly actual: string;
}

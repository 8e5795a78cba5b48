import { z } from 'zod';

const step = z
  .string()
  .min(1)
  .optional()
  .describe('Id of a step of the flow. Default: the last step that received a response.');
const expected = z
  .string()
  .max(4_000)
  .describe('A text, or a pattern between slashes. `{{…}}` is replaced with its value.');
const members = z
  .record(z.string().min(1), z.union([expected, z.number(), z.boolean(), z.null()]))
  .describe('Members by name or JSON Pointer, with their values. null: must be absent.');

/** An expectation of a flow, as data in its file. */
export const flowExpectationSchema = z
  .discriminatedUnion('check', [
    z.strictObject({
      check: z.literal('status'),
      step,
      is: z
        .union([z.number().int(), z.array(z.number().int()).min(1)])
        .describe('One or several status codes.'),
    }),
    z.strictObject({
      check: z.literal('header'),
      step,
      name: z.string().min(1),
      is: expected.optional(),
      absent: z.boolean().optional().describe('Whether the header must be absent from the response.'),
    }),
    z.strictObject({ check: z.literal('json'), step, members }),
    z.strictObject({
      check: z.literal('redirect'),
      step,
      parameters: z
        .record(z.string().min(1), expected.nullable())
        .describe('Parameters of the authorization response. null: must be absent.'),
    }),
    z.strictObject({
      check: z.literal('error'),
      step,
      is: expected.describe('The OAuth error code, anywhere in the response.'),
    }),
    z.strictObject({
      check: z.literal('claim'),
      token: z.string().min(1).describe('Name of a value that is a JWT. Its signature must be valid.'),
      members,
    }),
    z.strictObject({
      check: z.literal('value'),
      name: z.string().min(1).describe('Name of a value of the run.'),
      is: expected.optional(),
      not: expected
        .optional()
        .describe('A value that it must differ from, such as {{refresh_token}} of an earlier step.'),
    }),
    z.strictObject({
      check: z.literal('time'),
      step,
      at_most_millis: z.number().positive().describe('Maximum response time.'),
    }),
    z.strictObject({
      check: z.literal('rule'),
      step,
      is: z.string().min(1).describe('Id of the check with which the hosted server rejects the request.'),
    }),
    z.strictObject({
      check: z.literal('client-checks').describe('Every check of a conforming client passes.'),
    }),
    z.strictObject({
      check: z.literal('end'),
      is: z.enum(['passed', 'refused']).describe('Result of the whole flow.'),
    }),
  ])
  .describe('Expectations for the result of the flow.');

export type FlowExpectation = z.output<typeof flowExpectationSchema>;

/** An expectation after a run, with what came; nothing secret is in it. */
export interface JudgedExpectation {
  readonly outcome: 'met' | 'broken';
  readonly expected: string;
  readonly actual: string;
}

import { z } from 'zod';
import { flowExpectationSchema } from '../flows/expectations/index.ts';
import { requestParametersSchema, resourceOptionsSchema, tokenPlaces } from '../flows/options.ts';
import { flowScriptSchema } from '../flows/script.ts';
import { clientAuthentications } from '../oauth/client-authentication.ts';

/** The options of a flow in a file: what is absent is as ever. */
export const flowFileOptionsSchema = z.looseObject({
  client_authentication: z
    .enum(clientAuthentications)
    .optional()
    .describe('Client authentication method. Default: the registered method.'),
  token_place: z.enum(tokenPlaces).optional().describe('Where the resource request sends its token.'),
  response_type: z.string().min(1).max(200).optional().describe('Default: the value of the flow.'),
  response_mode: z.string().min(1).max(200).optional().describe('Default: not sent.'),
  parameters: requestParametersSchema
    .optional()
    .describe('Parameters of the authorization request and of token requests.'),
  request_object: z
    .boolean()
    .optional()
    .describe('Whether the client signs the authorization request. RFC 9101'),
  pushed: z
    .boolean()
    .optional()
    .describe(
      'Whether the authorization request is pushed first. Default: only if the server requires it. RFC 9126',
    ),
  dpop: z.boolean().optional().describe('Whether tokens are bound to a key of the run. RFC 9449'),
  resource: resourceOptionsSchema
    .optional()
    .describe('Choices of a flow that begins at the address of a resource. RFC 9728'),
});

export type FlowFileOptions = z.output<typeof flowFileOptionsSchema>;

/**
 * `flows/<name>.json`: a flow to be run again, with its options or with all that was edited in it. Values are bound, never
 * stored.
 */
export const flowFileSchema = z.looseObject({
  kind: z.string().describe('Kind of flow.'),
  target: z.string().optional().describe('Name of a target. Default: the hosted server.'),
  client_id: z.string().describe('Client that runs the flow.'),
  username: z.string().optional().describe('User who signs in. Default: no user.'),
  options: flowFileOptionsSchema.optional().describe('Options of the requests, if the file has no script.'),
  script: flowScriptSchema
    .optional()
    .describe('The edited requests of the flow. Default: created from the flow and its options.'),
  expect: z
    .array(flowExpectationSchema)
    .max(200)
    .optional()
    .describe('Expectations. With expectations, the flow is a test.'),
});

/** A saved flow. */
export interface SavedFlow {
  /** The name of its file. */
  readonly name: string;
  readonly file: z.output<typeof flowFileSchema>;
}

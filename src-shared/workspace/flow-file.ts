import { z } from 'zod';
import { flowExpectationSchema } from '../flows/expectations/index.ts';
import { requestParametersSchema, tokenPlaces } from '../flows/options.ts';
import { flowScriptSchema } from '../flows/script.ts';
import { clientAuthentications } from '../oauth/client-authentication.ts';

/** The options of a flow in a file: what is absent is as ever. */
export const flowFileOptionsSchema = z.looseObject({
  client_authentication: z
    .enum(clientAuthentications)
    .optional()
    .describe('How the client shows who it is; absent: as it is registered.'),
  token_place: z.enum(tokenPlaces).optional().describe('Where the resource request has its token.'),
  response_type: z.string().min(1).max(200).optional().describe('Absent: that of the flow.'),
  response_mode: z.string().min(1).max(200).optional().describe('Absent: not sent.'),
  parameters: requestParametersSchema.optional().describe('Parameters of the requests for tokens.'),
  request_object: z
    .boolean()
    .optional()
    .describe('The authorization request is signed by the client. RFC 9101'),
  pushed: z
    .boolean()
    .optional()
    .describe('The authorization request is pushed first; absent: where the server demands it. RFC 9126'),
});

export type FlowFileOptions = z.output<typeof flowFileOptionsSchema>;

/**
 * `flows/<name>.json`: a flow to be run again, with its options or with all that was edited in it. Values are bound, never
 * stored.
 */
export const flowFileSchema = z.looseObject({
  kind: z.string().describe('The flow that it was made from.'),
  target: z.string().optional().describe('Name of a target; absent: the hosted server.'),
  client_id: z.string().describe('The client that plays it.'),
  username: z.string().optional().describe('Who signs in; absent: nobody.'),
  options: flowFileOptionsSchema
    .optional()
    .describe('The options that its requests are made with, where the file has no script.'),
  script: flowScriptSchema
    .optional()
    .describe('The requests of the flow as they were edited; absent: as the flow and its options make them.'),
  expect: z
    .array(flowExpectationSchema)
    .max(200)
    .optional()
    .describe('What must come out of it: the flow is a test then.'),
});

/** A saved flow. */
export interface SavedFlow {
  /** The name of its file. */
  readonly name: string;
  readonly file: z.output<typeof flowFileSchema>;
}

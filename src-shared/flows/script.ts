import { z } from 'zod';
import { methodTemplateSchema } from '../http/method.ts';
import { requestTemplateSchema } from './request.ts';

/** The parties of a flow, from left to right as the sequence draws them. */
export const laneSchema = z.enum(['browser', 'client', 'as', 'rs']);

/** How the answer to a request is read: what it must be for the run to go on, and which values it gives. */
export const readingSchema = z.enum([
  /** Nothing is asked of it. */
  'any',
  /** 2xx. */
  'success',
  /** A token response: its tokens go among the values of the run. RFC 6749 §5.1 */
  'tokens',
  /** A hosted or foreign page: the fields of its first form become values `form.<name>`. */
  'page',
  /** A redirect to the client: the parameters of the authorization response become values. RFC 6749 §4.1.2 */
  'callback',
  /** A refusal that asks for a token: what it says of it becomes values. RFC 6750 §3, RFC 9728 §5.1 */
  'challenge',
  /** 2xx, or a refusal that names more scopes: they become values. RFC 6750 §3.1 */
  'scoped',
  /** The metadata of a protected resource; where there are none, the next address is asked. RFC 9728 §3.2 */
  'resource-metadata',
  /** The metadata of an authorization server; as above. RFC 8414 §3.2 */
  'server-metadata',
  /** A client that was registered: its credentials go among the values of the run. RFC 7591 §3.2.1 */
  'registration',
]);

/** A value taken out of an answer. */
export const captureSchema = z.object({
  name: z.string(),
  from: z.enum(['json', 'header', 'body', 'location-query', 'location-fragment', 'status']),
  /** Member, header or parameter name; for `body` a regular expression whose first group is taken. */
  of: z.string().default(''),
});

const common = {
  /** Unique in its script. */
  id: z.string().min(1),
  /** A few words beside the arrow. */
  remark: z.string().default(''),
  /** The step is passed over unless a value of the run is there, or is not. */
  when: z.object({ value: z.string(), is: z.enum(['present', 'absent']) }).optional(),
};

/** How a step is sent in pairs with another one: one after the other, in random order within each pair. */
const pairedSchema = z.object({
  /** The step right before it, which is sent as often. In its request `{{attempt}}` is the number of the pair. */
  with: z.string(),
  /** A step that is sent again before every second pair: a sign-in that works ends what a server counts against a user. */
  reset: z.string().optional(),
  /** Seconds that pass before each pair on the clock of the hosted server; another server is not waited for. */
  pauseSeconds: z.number().positive().max(3_600).optional(),
});

/** A request that the engine sends, byte for byte. */
export const sendStepSchema = z.object({
  act: z.literal('send'),
  ...common,
  from: laneSchema,
  to: laneSchema,
  request: requestTemplateSchema,
  /** Name of the browser whose cookies are kept and whose `{{cookies?}}` are sent; null: the sender is no browser. */
  browser: z.string().nullable().default(null),
  reading: readingSchema.default('any'),
  /** Stands before the names of the values that the answer gives: `b.` makes `b.code`. */
  prefix: z.string().default(''),
  captures: z.array(captureSchema).default([]),
  /** How often it is sent at the same time, each on its own connection. */
  times: z.number().int().min(1).max(500).default(1),
  /** After each other instead of at the same time. */
  isInTurn: z.boolean().default(false),
  /** Sent in pairs with another step, so that the times of both can be compared. Step by step each is sent by itself. */
  paired: pairedSchema.optional(),
  /** The party whose certificate the connection shows; null: none; absent: the run's own client. RFC 8705 §2 */
  connection: z.string().nullable().optional(),
});

/** Where a browser without a person stops. */
export const browseUntilSchema = z.enum([
  /** At the client. */
  'callback',
  /** At the page that asks for a password. */
  'sign-in',
  /** At the page that asks whether the client may. */
  'consent',
  /** At the next page, whatever it asks: redirects are followed, and nothing is filled in. */
  'page',
  /** Where it is sent to another server: that address is not asked for. */
  'elsewhere',
]);

/** The front channel: a browser is sent to the authorization server and comes back to the client. */
export const browseStepSchema = z.object({
  act: z.literal('browse'),
  ...common,
  /** The authorization request. */
  request: requestTemplateSchema,
  browser: z.string().default('default'),
  prefix: z.string().default(''),
  /** The user who signs in: templates, so that a case can choose. */
  username: z.string().default('{{username?}}'),
  password: z.string().default('{{password?}}'),
  decision: z.enum(['allow', 'deny']).default('allow'),
  /** The client compares `state`; a case about a client that does not turns it off. */
  isStateChecked: z.boolean().default(true),
  /** A page at which the browser stops gives the values `form.<name>` and `page.<part>`; absent: it goes on to the client. */
  until: browseUntilSchema.optional(),
  /** True if a refusal of the server ends the run; a case examines it instead. */
  isRequired: z.boolean().default(true),
});

/** A request between two servers that the engine only watches. */
export const observeStepSchema = z.object({
  act: z.literal('observe'),
  ...common,
  from: laneSchema,
  to: laneSchema,
  method: methodTemplateSchema,
  path: z.string(),
  /** Texts that its body holds: templates. */
  holds: z.array(z.string()).default([]),
});

/** Time that passes: the clock of the hosted server is moved, before another server it is waited. */
export const waitStepSchema = z.object({
  act: z.literal('wait'),
  ...common,
  seconds: z
    .number()
    .positive()
    .max(400 * 86_400),
});

/** A value that is made: an assertion, a forged token, something random. */
export const makeStepSchema = z.object({
  act: z.literal('make'),
  ...common,
  as: z.string(),
  maker: z.enum([
    'saml',
    'jwt',
    'jwt-grant',
    'client-assertion',
    'dpop-proof',
    'request-object',
    'random',
    'text',
  ]),
  /** Options for the maker; texts in them are templates. */
  options: z.record(z.string(), z.unknown()).default({}),
});

/** An action of the operator of the hosted server; no other server can be told to take it. */
export const operateStepSchema = z.object({
  act: z.literal('operate'),
  ...common,
  operation: z.enum([
    'revoke-by-administrator',
    'revoke-by-user',
    'disable-client',
    'enable-client',
    'remove-grant',
    'restore-grant',
    'move-redirect-uri',
    'restore-redirect-uri',
    'change-password',
    'restore-password',
  ]),
  /** The token, client or user that it is about: a template. */
  subject: z.string().default(''),
});

export const scriptStepSchema = z.discriminatedUnion('act', [
  sendStepSchema,
  browseStepSchema,
  observeStepSchema,
  waitStepSchema,
  makeStepSchema,
  operateStepSchema,
]);

/** A client and a user under a name: their values have it before them (`b.client_id`); the empty name is the run's own. */
export const partySchema = z.object({ client: z.string().nullable(), user: z.string().nullable() });

/** A whole flow as data: what is saved, edited, replayed, and changed by the catalogue of attacks. */
export const flowScriptSchema = z.object({
  title: z.string(),
  parties: z.record(z.string(), partySchema).default({}),
  steps: z.array(scriptStepSchema).min(1).max(200),
});

/** True if a step is to be done with the values that there are now; an empty value counts as none. */
export function isDue(
  { when }: Pick<ScriptStep, 'when'>,
  values: ReadonlyMap<string, { readonly value: string }>,
): boolean {
  if (when === undefined) return true;
  const isThere = (values.get(when.value)?.value ?? '') !== '';
  return isThere === (when.is === 'present');
}

export type Lane = z.infer<typeof laneSchema>;
export type Reading = z.infer<typeof readingSchema>;
export type Capture = z.infer<typeof captureSchema>;
export type SendStep = z.infer<typeof sendStepSchema>;
export type BrowseUntil = z.infer<typeof browseUntilSchema>;
export type BrowseStep = z.infer<typeof browseStepSchema>;
export type ObserveStep = z.infer<typeof observeStepSchema>;
export type WaitStep = z.infer<typeof waitStepSchema>;
export type MakeStep = z.infer<typeof makeStepSchema>;
export type OperateStep = z.infer<typeof operateStepSchema>;
export type ScriptStep = z.infer<typeof scriptStepSchema>;
export type FlowParty = z.infer<typeof partySchema>;
export type FlowScript = z.infer<typeof flowScriptSchema>;

/** Id of the step that this one repeats: one that is sent again is called `token~2`. */
export function repeatedId(stepId: string): string {
  return stepId.split('~', 1)[0] ?? stepId;
}

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { toldRunFormats } from '../exports/index.ts';
import { assertionForms } from '../flows/assertion-forms.ts';
import { flowExpectationSchema } from '../flows/expectations/index.ts';
import {
  requestParametersSchema,
  requestTemplateSchema,
  resourceOptionsSchema,
  scriptStepSchema,
  tokenPlaces,
} from '../flows/index.ts';
import { clientAuthentications } from '../oauth/index.ts';
import { procedure } from './base.ts';
import {
  flowBrowserSchema,
  flowCallbackSchema,
  flowRunSchema,
  flowStepSchema,
  holdPhaseSchema,
} from './flow-run.ts';
import { flowNameSchema } from './flow-tests.ts';
import { streamInput } from './streams.ts';

const maxCharacters = 2_097_152;

export const flowKindSchema = z.object({
  kind: z.string(),
  title: z.string(),
  group: z.enum(['grants', 'tokens']),
  needsUser: z.boolean(),
  needsBrowser: z.boolean(),
  /** It begins at the address of a resource. RFC 9728 */
  beginsAtResource: z.boolean(),
  /** The kind of token that it works on. */
  worksOn: z.enum(['access_token', 'refresh_token']).nullable(),
  /** Clients of the server with the registration that the flow needs. */
  suitableClients: z.array(z.string()),
  /** Steps before which, or before whose answer, a run can be held. */
  steps: z.array(z.object({ id: z.string(), title: z.string() })),
});

export const flowTargetSchema = z.object({
  /** Null: the hosted server. */
  name: z.string().nullable(),
  title: z.string(),
  issuer: z.string(),
  clients: z.array(z.object({ clientId: z.string(), authentication: z.enum(clientAuthentications) })),
  usernames: z.array(z.string()),
  /** Why it cannot be used now; null: it can. */
  problem: z.string().nullable(),
});

export const flowBreakpointSchema = z.object({ stepId: z.string(), at: holdPhaseSchema });

export const flowOptionsSchema = z.object({
  /** Null: as the client is registered. */
  authentication: z.enum(clientAuthentications).nullable().default(null),
  tokenPlace: z.enum(tokenPlaces).default('header'),
  /** Null: that of the flow. */
  responseType: z.string().min(1).max(200).nullable().default(null),
  responseMode: z.string().nullable().default(null),
  parameters: requestParametersSchema.prefault({}),
  /** The authorization request is a signed request object. RFC 9101 */
  isSigned: z.boolean().default(false),
  /** The authorization request is pushed first; null: where the server demands it. RFC 9126 */
  isPushed: z.boolean().nullable().default(null),
  /** Tokens are bound to a key of the run. RFC 9449 */
  isBound: z.boolean().default(false),
  /** Of a flow that begins at a resource. RFC 9728 */
  resource: resourceOptionsSchema.prefault({}),
  /** The token that the flow works on; null: it is obtained first. */
  token: z
    .union([
      z.object({ runId: z.string(), name: z.string() }),
      z.object({ text: z.string().min(1).max(131_072) }),
    ])
    .nullable()
    .default(null),
});

export const flowStartSchema = z.object({
  kind: z.string(),
  target: z.string().nullable().default(null),
  clientId: z.string(),
  username: z.string().nullable(),
  mode: z.enum(['run', 'step']),
  browser: flowBrowserSchema,
  options: flowOptionsSchema.prefault({}),
  breakpoints: z.array(flowBreakpointSchema).max(100).default([]),
  callback: flowCallbackSchema.default('arrives'),
  /** Name of the tokens that it gets: the newest run of a name is kept, however old it is; null: it is dropped by age. */
  keptAs: z.string().min(1).max(1_000).nullable().default(null),
});

/** A request as it is edited: its fields, its text, and what its bound values are now. */
export const flowRequestSchema = z.object({
  request: requestTemplateSchema,
  /** As the flow made it. */
  original: requestTemplateSchema,
  /** Request line, headers and body, bound values as `{{name}}`. */
  text: z.string(),
  sizeBytes: z.int().nullable(),
  /** The values missing before it can be sent; empty: none. */
  problem: z.string(),
  bindings: z.array(
    z.object({
      name: z.string(),
      preview: z.string().nullable(),
      /** Number of the step that gives it; null: the client or the server has it by itself. */
      fromStep: z.int().nullable(),
    }),
  ),
});

const runInput = z.object({ runId: z.string() });
const stepInput = runInput.extend({ stepId: z.string() });

/** A request in either of its forms: as fields, or as one text. */
const editedRequest = z.union([
  z.object({ request: requestTemplateSchema }),
  z.object({ text: z.string().max(maxCharacters) }),
]);

const issuerSchema = z.url({ protocol: /^https?$/ }).max(2_048);

/** The description of a server by itself, from each address at which it may stand. */
export const foundServerSchema = z.object({
  addresses: z.array(z.object({ url: z.string(), isFound: z.boolean(), failure: z.string() })),
  /** Null: none of them gives any that may be used. RFC 8414 §2 */
  metadata: z.record(z.string(), z.unknown()).nullable(),
});

/** The outcome of a try of a server with the clients and users that were typed. */
export const testedServerSchema = z.object({
  requests: z.int(),
  /** Why nothing of a client works; null: it does, as far as was tried. */
  clients: z.array(z.object({ clientId: z.string(), problem: z.string().nullable() })),
  remarks: z.array(z.string()),
});

/** A client that Gatehouse is to register at another server. RFC 7591 §2 */
export const registerClientSchema = z.object({
  target: z.string(),
  authentication: z.enum(['client_secret_basic', 'client_secret_post', 'none']),
  grantTypes: z.array(z.string().min(1).max(200)).min(1).max(20),
  scope: z.string().max(2_048),
  /** Sent once, and kept nowhere; null: none is needed. RFC 7591 §3 */
  initialToken: z.string().min(1).max(8_192).nullable(),
});

/** A client that Gatehouse registered at another server. */
export const registeredClientSchema = z.object({
  target: z.string(),
  clientId: z.string(),
  /** The server gave the address and the token for it. RFC 7592 §3 */
  canUnregister: z.boolean(),
});

/** The end of a registration: if it is not gone there, its operator has to remove it. */
export const unregisteredSchema = z.object({ isGone: z.boolean() });

export const flowsContract = {
  kinds: procedure.input(z.object({ target: z.string().nullable() })).output(z.array(flowKindSchema)),
  targets: procedure.output(z.array(flowTargetSchema)),
  /** Asks an issuer for its metadata. */
  discoverServer: procedure.input(z.object({ issuer: issuerSchema })).output(foundServerSchema),
  /** Tries a server before its file is written: its document, with secrets in clear text. */
  testServer: procedure
    .input(z.object({ document: z.record(z.string(), z.unknown()) }))
    .output(testedServerSchema),
  registeredClients: procedure.output(z.array(registeredClientSchema)),
  registerClient: procedure.input(registerClientSchema).output(registeredClientSchema),
  unregisterClient: procedure
    .input(z.object({ target: z.string(), clientId: z.string() }))
    .output(unregisteredSchema),
  /** The browser that can be controlled on this machine; null: none was found. */
  controlledBrowser: procedure.output(z.object({ path: z.string(), version: z.string() }).nullable()),
  /** The page at which the sign-in of a run stopped, in which what was typed is painted over. */
  picture: procedure
    .input(runInput)
    .output(z.object({ stepId: z.string(), mediaType: z.literal('image/jpeg'), base64: z.string() })),
  list: procedure.output(z.array(flowRunSchema)),
  get: procedure.input(runInput).output(flowRunSchema),
  /** The steps that a run would have if all goes well. Nothing is sent. */
  plan: procedure.input(flowStartSchema).output(z.array(flowStepSchema)),
  start: procedure.input(flowStartSchema).output(flowRunSchema),
  /** Runs the script of a run once more, with everything that was edited in it. */
  replay: procedure
    .input(
      runInput.extend({
        mode: z.enum(['run', 'step']),
        /** The way to sign in, in place of that of the run. */
        browser: flowBrowserSchema.optional(),
      }),
    )
    .output(flowRunSchema),
  /** Performs the step before which a run is paused, and pauses before the next one. */
  next: procedure.input(runInput).output(flowRunSchema),
  /** Runs on to the next breakpoint, or to the end. */
  resume: procedure.input(runInput).output(flowRunSchema),
  cancel: procedure.input(runInput).output(flowRunSchema),
  /** The run as it changes: only the latest state matters. */
  watch: procedure.input(streamInput.extend({ runId: z.string() })).output(eventIterator(flowRunSchema)),
  /** The value behind a masked preview of the run. */
  reveal: procedure.input(runInput.extend({ name: z.string() })).output(z.object({ value: z.string() })),
  /** Types another value over one of the run; null: the value as it was. */
  setValue: procedure
    .input(runInput.extend({ name: z.string(), value: z.string().max(maxCharacters).nullable() }))
    .output(flowRunSchema),
  request: procedure.input(stepInput).output(flowRequestSchema),
  /** Edits a request that has not been sent; null: as the flow made it. */
  editRequest: procedure
    .input(z.intersection(stepInput, z.union([editedRequest, z.object({ restore: z.literal(true) })])))
    .output(flowRequestSchema),
  /** The request that a curl command sends, for the editor; null: the text is none. Nothing is sent. */
  readCurl: procedure.input(z.object({ text: z.string().max(maxCharacters) })).output(
    z
      .object({
        method: z.string(),
        url: z.string(),
        headers: z.array(z.object({ name: z.string(), value: z.string() })),
        body: z.string(),
      })
      .nullable(),
  ),
  /** Sends a request of the run again, edited or not, as a step of its own. */
  resend: procedure.input(z.intersection(stepInput, editedRequest)).output(flowRunSchema),
  /** Does something with a token of the run, as a step of its own. */
  perform: procedure
    .input(
      runInput.extend({
        /** `check` introspects the token, or verifies it with the keys of the server. */
        operation: z.enum(['refresh', 'validate', 'introspect', 'revoke', 'resource', 'check']),
        name: z.string(),
        /**
         * The client that sends the request; absent: the client of the run, or a resource server where only one may
         * send it.
         */
        clientId: z.string().optional(),
      }),
    )
    .output(flowRunSchema),
  setBreakpoints: procedure
    .input(runInput.extend({ breakpoints: z.array(flowBreakpointSchema).max(100) }))
    .output(flowRunSchema),
  /** Gives the client this answer in place of the server's: status line, headers and body, or a callback address. */
  answer: procedure.input(runInput.extend({ text: z.string().max(maxCharacters) })).output(flowRunSchema),
  /** Drops the held message. */
  drop: procedure.input(runInput).output(flowRunSchema),
  /** Takes the address that a browser was sent to where it did not come back by itself. */
  callback: procedure
    .input(runInput.extend({ url: z.string().min(1).max(maxCharacters) }))
    .output(flowRunSchema),
  save: procedure
    .input(
      runInput.extend({
        name: flowNameSchema,
        /** It is expected to come out again as it did. */
        isTest: z.boolean().default(false),
      }),
    )
    .output(z.object({ file: z.string() })),
  /** Opens the request of a recorded exchange as a run of one step, held before it is sent. */
  openExchange: procedure
    .input(z.object({ exchangeId: z.string(), typedHost: z.string().nullable().default(null) }))
    .output(flowRunSchema),
  saved: procedure.output(
    z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        kind: z.string(),
        target: z.string().nullable(),
        clientId: z.string(),
        username: z.string().nullable(),
        steps: z.array(scriptStepSchema),
        expectations: z.array(flowExpectationSchema),
      }),
    ),
  ),
  startSaved: procedure
    .input(
      z.object({
        name: z.string(),
        mode: z.enum(['run', 'step']),
        browser: flowBrowserSchema,
        callback: flowCallbackSchema.default('arrives'),
        /** Another server than that of its file; null: the hosted one. */
        target: z.string().nullable().optional(),
        clientId: z.string().optional(),
        username: z.string().optional(),
        /** Values that the run has from the beginning. */
        values: z.record(z.string(), z.string().max(maxCharacters)).optional(),
      }),
    )
    .output(flowRunSchema),
  /** The run as a text to keep or to pass on; secrets are masked. */
  export: procedure
    .input(runInput.extend({ format: z.enum(toldRunFormats) }))
    .output(z.object({ text: z.string(), redacted: z.array(z.string()) })),
  /** Trusts the issuer in whose name assertions are signed here: writes its certificate or its key into the workspace. */
  trustIssuer: procedure
    .input(z.object({ form: z.enum(assertionForms).default('saml') }).default({ form: 'saml' }))
    .output(z.object({ file: z.string() })),
};

export type FlowKind = z.infer<typeof flowKindSchema>;
export type FlowTarget = z.infer<typeof flowTargetSchema>;
export type FlowStart = z.infer<typeof flowStartSchema>;
export type FlowStartInput = z.input<typeof flowStartSchema>;
export type FlowBreakpoint = z.infer<typeof flowBreakpointSchema>;
export type FlowRequest = z.infer<typeof flowRequestSchema>;

export type RegisterClient = z.infer<typeof registerClientSchema>;
export type RegisteredClient = z.infer<typeof registeredClientSchema>;
export type Unregistered = z.infer<typeof unregisteredSchema>;
export type FoundServer = z.infer<typeof foundServerSchema>;
export type TestedServer = z.infer<typeof testedServerSchema>;

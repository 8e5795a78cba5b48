import { z } from 'zod';
import {
  type ConnectorRun,
  connectorInterfaces,
  type StopReason,
  type WalkedPage,
} from '../connectors/trace.ts';
import type { ConnectorProblem } from '../connectors/types.ts';
import type { JsonValue } from '../workspace/three-way.ts';
import { procedure } from './base.ts';

const anyJson: z.ZodType<JsonValue> = z.json();

/** A connector of the workspace. */
const systemSchema = z.object({
  /** Such as `connectors/provisioner.openicf-hr.json`. */
  file: z.string(),
  /** Name in the paths of the management interface. */
  name: z.string(),
  displayName: z.string(),
  isEnabled: z.boolean(),
  /** True if some version of it takes requests. */
  isLoaded: z.boolean(),
  problems: z.array(z.custom<ConnectorProblem>()),
  objectTypes: z.array(z.string()),
  /** serviceUri with its variables filled in; null where there is none. */
  serviceUri: z.string().nullable(),
  /** True if it is a server on this machine. */
  isLoopback: z.boolean(),
  /** Standing warnings, such as that certificates are not checked. */
  warnings: z.array(z.string()),
});

/** A configuration in an editor; masks represent the values in the file at the same place. */
const draft = {
  /** Text of the host's document. */
  document: z.string().max(4 * 1_048_576),
  file: z.string(),
};

const runInput = z.object({
  ...draft,
  operation: z.enum(connectorInterfaces),
  objectType: z.string().default('__ACCOUNT__'),
  /** GET, UPDATE, DELETE. */
  uid: z.string().nullable().default(null),
  /** CREATE, UPDATE: attributes as the management interface takes them. */
  attributes: z.record(z.string(), anyJson).default({}),
  /** QUERY: a `_queryFilter`. */
  filter: z.string().default('true'),
  pageSize: z.int().min(1).max(10_000).nullable().default(null),
  offset: z.int().min(0).nullable().default(null),
  cookie: z.string().nullable().default(null),
  /** GET, QUERY: names of attributes; empty: those that are returned by default. */
  fields: z.array(z.string()).default([]),
  /** SCRIPT. */
  script: z
    .object({
      type: z.string().default('application/x-groovy'),
      source: z.string().max(262_144),
      arguments: z.record(z.string(), anyJson).default({}),
    })
    .nullable()
    .default(null),
  /** Shows the requests and sends none. */
  isDryRun: z.boolean().default(false),
  /** That a write to a server elsewhere was confirmed. */
  isConfirmed: z.boolean().default(false),
});

const walkInput = z.object({
  ...draft,
  objectType: z.string().default('__ACCOUNT__'),
  filter: z.string().default('true'),
  pageSize: z.int().min(1).max(10_000).default(10),
  maximumPages: z.int().min(1).max(1_000).default(20),
});

const walkSchema = z.object({
  pages: z.array(z.custom<WalkedPage>()),
  stop: z.custom<StopReason>(),
  /** Distinct records. */
  records: z.int(),
});

/** A recorded run: `connectors/recordings/<system>/<name>.json`. */
const recordingSchema = z.object({
  file: z.string(),
  system: z.string(),
  name: z.string(),
  operation: z.enum(connectorInterfaces),
  objectType: z.string(),
  requests: z.int(),
});

const verifiedSchema = z.object({
  file: z.string(),
  name: z.string(),
  verdict: z.enum(['PASSED', 'FAILED']),
  /** Differences of the requests or results from the recorded ones. */
  differences: z.array(
    z.object({
      what: z.string(),
      pointer: z.string(),
      expected: z.custom<JsonValue>(),
      actual: z.custom<JsonValue>(),
    }),
  ),
});

export const connectorsContract = {
  systems: procedure.output(z.array(systemSchema)),
  /**
   * Returns the values of `&{name}` in connectors: the variables of the environment in force, and the addresses of
   * services.
   */
  variables: procedure.output(z.record(z.string(), z.string())),
  /** Checks a document in its current state, including variables and secrets of the workspace. */
  check: procedure.input(z.object(draft)).output(systemSchema),
  /**
   * Performs an operation with the given document. A failure of the remote is a run with a problem, not an
   * error.
   */
  run: procedure.input(runInput).output(z.custom<ConnectorRun>()),
  /** Goes through pages until they end, and says why they did. */
  walk: procedure.input(walkInput).output(walkSchema),
  /** Runs of this session, the newest first. */
  runs: procedure.input(z.object({ file: z.string() })).output(z.array(z.custom<ConnectorRun>())),
  recordings: procedure.input(z.object({ file: z.string() })).output(z.array(recordingSchema)),
  /** Keeps a run as a file of the workspace, secrets masked. */
  record: procedure
    .input(
      z.object({
        file: z.string(),
        runId: z.string(),
        name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/),
      }),
    )
    .output(recordingSchema),
  /** Plays the recordings of a connector against its document, without the network. */
  verify: procedure.input(z.object(draft)).output(z.array(verifiedSchema)),
  /** The document for carrying away: secrets left out, or as `$crypto` under the key of that alias. */
  exportDocument: procedure
    .input(z.object({ file: z.string(), keyAlias: z.string().nullable().default(null) }))
    .output(
      z.object({
        text: z.string(),
        leftOut: z.array(z.string()),
        variables: z.array(z.string()),
        extensions: z.array(z.object({ pointer: z.string(), message: z.string() })),
      }),
    ),
  /** The document as it was last saved, for a comparison. */
  saved: procedure.input(z.object({ file: z.string() })).output(z.object({ text: z.string().nullable() })),
};

export type ConnectorSystem = z.infer<typeof systemSchema>;
export type ConnectorRunInput = z.input<typeof runInput>;
export type ConnectorWalk = z.infer<typeof walkSchema>;
export type ConnectorRecording = z.infer<typeof recordingSchema>;
export type VerifiedRecording = z.infer<typeof verifiedSchema>;

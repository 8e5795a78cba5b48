import { z } from 'zod';

/** A calendar day of the contract, `YYYY-MM-DD`. Days compare as text. */
export const contractDateSchema = z.iso.date();

/** The kinds of change to the contract. */
export const changeKinds = ['added', 'changed', 'deprecated', 'removed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The parts of the platform that changes belong to, in the order of the filter. */
export const contractAreas = [
  'directory',
  'applications',
  'authorization',
  'sign-on',
  'mfa',
  'notifications',
  'risk',
  'agreements',
  'audit',
  'tenancy',
  'mobile',
  'credentials',
] as const;
export type ContractArea = (typeof contractAreas)[number];

/**
 * Ways in which a change can break a client; `additive` and `behaviour` are beside the nine kinds of breaking
 * changes.
 */
export const breakingCategories = [
  'operation-removed',
  'parameter-removed',
  'response-field-removed',
  'new-required-parameter',
  'optional-to-required',
  'type-changed',
  'enum-value-removed',
  'new-validation',
  'authentication-changed',
  'behaviour',
  'additive',
] as const;

/** The source of a name: the specification, or only the public API that it is modelled on. */
export const ruleSources = ['spec', 'public'] as const;
export type RuleSource = (typeof ruleSources)[number];

/** The part of a client artefact that depends on an entry: the generic rule looks for it. */
export const sinceKeySchema = z.discriminatedUnion('kind', [
  /** A path template: `{}` is one segment, a last `**` any number. */
  z.object({ kind: z.literal('path'), method: z.string().optional(), template: z.string() }),
  /** A member of a resource, by steps from its top; `*` is each element of a list, `**` anything down to any depth. */
  z.object({ kind: z.literal('property'), resource: z.string(), path: z.array(z.string()).min(1) }),
  /** A member with one of these values; a value that ends in `*` is a beginning. */
  z.object({
    kind: z.literal('value'),
    resource: z.string(),
    path: z.array(z.string()).min(1),
    values: z.array(z.string()).min(1),
  }),
  /** A parameter of an authorization request; `values` are sets of space-separated words that all have to be there. */
  z.object({ kind: z.literal('parameter'), name: z.string(), values: z.array(z.string()).optional() }),
  z.object({ kind: z.literal('grant'), grantType: z.string() }),
  /** A scope; `*` is any part of it. */
  z.object({ kind: z.literal('scope'), pattern: z.string() }),
  /** A role of the sender of a request, or one that a document names. */
  z.object({ kind: z.literal('role'), name: z.string() }),
  /** The end of a media type behind the vendor's part: `account.unlock+json`. */
  z.object({ kind: z.literal('media-type'), suffix: z.string() }),
  /** A top-level domain of the platform's servers. */
  z.object({ kind: z.literal('region'), id: z.string() }),
  /** A request whose body is a JSON list. */
  z.object({ kind: z.literal('list-body'), method: z.string(), template: z.string() }),
]);
export type SinceKey = z.infer<typeof sinceKeySchema>;

/** A dated change. Document 3 §9 */
export const contractEntrySchema = z.object({
  /** `<date>-<slug>`; stable. */
  id: z.string().regex(/^\d{4}-\d{2}-\d{2}-[a-z0-9-]+$/),
  date: contractDateSchema,
  /** Its row of the document: one row with several dates is several entries. */
  row: z.string(),
  title: z.string().min(1).max(80),
  text: z.string().min(1),
  kind: z.enum(changeKinds),
  area: z.enum(contractAreas),
  /** Ids of `resources.json`. */
  resources: z.array(z.string()),
  /** Ids of `endpoints.json`. */
  endpoints: z.array(z.string()),
  breaking: z.enum(breakingCategories),
  /** Ids of the rules that look for it, CC-… and CS-…. */
  rules: z.array(z.string()),
  /** Ids of entries that belong to it: what it replaces, what takes its place, what it goes on with. */
  links: z.array(
    z.object({ relation: z.enum(['replaces', 'replaced-by', 'extends', 'related']), entry: z.string() }),
  ),
});
export type ContractEntry = z.infer<typeof contractEntrySchema>;

/** A resource and what of it the history names. Document 3 §2 */
export const contractResourceSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  properties: z.array(
    z.object({
      name: z.string(),
      text: z.string(),
      values: z.array(z.string()),
      entry: z.string().nullable(),
      source: z.enum(ruleSources),
    }),
  ),
});
export type ContractResource = z.infer<typeof contractResourceSchema>;

/** An endpoint that the history names. Document 3 §4.2; those of the public API are marked. */
export const contractEndpointSchema = z.object({
  id: z.string(),
  /** null: the document names none. */
  method: z.string().nullable(),
  template: z.string(),
  title: z.string(),
  text: z.string(),
  status: z.enum(['current', 'deprecated', 'removed']),
  /** Id of the endpoint that takes its place. */
  successors: z.array(z.string()),
  entries: z.array(z.string()),
  source: z.enum(ruleSources),
});
export type ContractEndpoint = z.infer<typeof contractEndpointSchema>;

/** “Available since”: what a client that is held to an older contract must not use. */
export const sinceRowSchema = z.object({
  id: z.string().regex(/^CS-\d{3}$/),
  date: contractDateSchema,
  entries: z.array(z.string()).min(1),
  title: z.string(),
  /** Each with where its name comes from; empty: no client artefact names it, it is not detectable. */
  keys: z.array(z.object({ key: sinceKeySchema, source: z.enum(ruleSources) })),
});
export type SinceRow = z.infer<typeof sinceRowSchema>;

/** The history as it lies in `resources/contract`. */
export interface ContractHistory {
  readonly entries: readonly ContractEntry[];
  readonly resources: readonly ContractResource[];
  readonly endpoints: readonly ContractEndpoint[];
  readonly since: readonly SinceRow[];
}

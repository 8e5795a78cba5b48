import type { HttpRequest, HttpResponse } from '#main/platform/http.ts';
import type { PipelineContext } from '#main/platform/pipeline.ts';
import type { JsonObject } from '#shared/connectors/index.ts';
import type { SecretValue } from '#shared/workspace/index.ts';
import type { Call, Connector } from '../ports.ts';
import type { System, Systems } from '../systems/systems.ts';
import type { AlreadyExistsStatus } from './failures.ts';
import { HostError, HostError as Refused } from './host-error.ts';
import type { HostType } from './records.ts';

/** The target that the path of a request names. Spec 2 §4 */
export type Address =
  | { readonly kind: 'systems' }
  | { readonly kind: 'system'; readonly system: string }
  | { readonly kind: 'collection'; readonly system: string; readonly type: string }
  | { readonly kind: 'object'; readonly system: string; readonly type: string; readonly id: string };

/** The documents give the base with and without it. Spec 2 §4 */
const prefix = '/openidm/';

/** Reads `/system…`, with or without the prefix; null where a path is neither, or cannot be decoded. */
export function parseAddress(path: string): Address | null {
  const bare = path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
  const segments = decode(bare.replace(/\/$/, ''));
  if (segments === null || segments[0] !== 'system' || segments.some((segment) => segment === ''))
    return null;
  const [, system, type, id] = segments;
  if (segments.length > 4) return null;
  if (system === undefined) return { kind: 'systems' };
  if (type === undefined) return { kind: 'system', system };
  return id === undefined ? { kind: 'collection', system, type } : { kind: 'object', system, type, id };
}

function decode(path: string): readonly string[] | null {
  try {
    const segments = path.slice(1).split('/');
    return path.includes('%') ? segments.map(decodeURIComponent) : segments;
  } catch {
    return null;
  }
}

/** Settings of the interface. */
export interface ManagementSettings {
  readonly username: string;
  readonly password?: SecretValue | undefined;
  readonly alreadyExistsStatus: AlreadyExistsStatus;
}

export interface ManagementPorts {
  readonly systems: Systems;
  readonly settings: () => ManagementSettings;
  readonly readSecret: (value: SecretValue) => string | null;
  /** Part of the names of the header fields with the credentials. */
  readonly vendorHeader: () => string;
  /** Tries a configuration without applying it: its problem, or null. */
  readonly tryDocument: (document: JsonObject) => Promise<string | null>;
  /** Told what nobody foresaw, for the log. */
  readonly noteUnexpected: (error: unknown) => void;
  /** The text of a script in the folder `scripts`; null: there is none. */
  readonly readScript: (file: string, type: string) => string | null;
}

/** A request of the management interface on its way through its pipeline. */
export interface ManagementContext extends PipelineContext<HostError> {
  readonly ports: ManagementPorts;
  readonly request: HttpRequest;
  /** How operations of the connector are called. */
  readonly call: Call;
  /** Answers of the remote so far. */
  answers: number;
  /** Reasons why the answer may be incomplete. */
  remarks: readonly string[];
  address: Address | null;
  parameters: Parameters | null;
  operation: ManagementOperation | null;
  system: System | null;
  connector: Connector | null;
  type: HostType | null;
  response: HttpResponse | null;
}

/** One call of the management interface. Spec 2 §4 */
export interface ManagementOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The kind of target that its path names. */
  readonly on: Address['kind'];
  /** `_action`; null: it is done without one. */
  readonly action: string | null;
  /** False if it can be requested while the connector does not run. */
  readonly needsConnector: boolean;
  /** @throws HostError, and whatever the connector throws */
  readonly perform: (context: ManagementContext) => HttpResponse | Promise<HttpResponse>;
}

export { required } from '#main/platform/pipeline.ts';

/** The id of the object that a request is about. @throws HostError 400 where it names none */
export function idOf({ address }: ManagementContext): string {
  if (address?.kind === 'object') return address.id;
  throw new Refused(400, 'The request does not specify an object');
}

/** Parameters of a request; unknown ones are passed on as additional ones. */
export interface Parameters {
  readonly action: string | null;
  readonly queryFilter: string | null;
  readonly queryId: string | null;
  readonly queryExpression: string | null;
  readonly pageSize: number | null;
  readonly pagedResultsOffset: number | null;
  readonly pagedResultsCookie: string | null;
  /** null: no count is requested. */
  readonly totals: 'estimate' | 'exact' | null;
  readonly sortKeys: readonly SortKey[];
  /** Attributes that are asked for; empty: those that come by themselves. */
  readonly fields: readonly string[];
  readonly isPretty: boolean;
  readonly additional: Readonly<Record<string, string>>;
}

export interface SortKey {
  readonly field: string;
  readonly isDescending: boolean;
}

const single: ReadonlySet<string> = new Set([
  '_action',
  '_queryFilter',
  '_queryId',
  '_queryExpression',
  '_pageSize',
  '_pagedResultsOffset',
  '_pagedResultsCookie',
  '_totalPagedResultsPolicy',
  '_prettyPrint',
]);

/**
 * Reads the query of a request.
 * @throws HostError 400 if a parameter is repeated, is not a number, or conflicts with another one
 */
export function parseParameters(query: string): Parameters {
  return query === '' ? noParameters : readParameters(query);
}

const noParameters: Parameters = readParameters('');

function readParameters(query: string): Parameters {
  const values = new Map<string, string>();
  const lists: Record<'_fields' | '_sortKeys', string[]> = { _fields: [], _sortKeys: [] };
  const additional: [string, string][] = [];
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === '_fields' || name === '_sortKeys') lists[name].push(value);
    else if (!single.has(name)) additional.push([name, value]);
    else if (values.has(name)) throw new HostError(400, `Multiple values given for parameter '${name}'`);
    else values.set(name, value);
  }
  const text = (name: string) => values.get(name) ?? null;
  const parameters: Parameters = {
    action: text('_action'),
    queryFilter: text('_queryFilter'),
    queryId: text('_queryId'),
    queryExpression: text('_queryExpression'),
    pageSize: wholeNumber('_pageSize', text('_pageSize')),
    pagedResultsOffset: wholeNumber('_pagedResultsOffset', text('_pagedResultsOffset')),
    pagedResultsCookie: text('_pagedResultsCookie') || null,
    totals: totalsOf(text('_totalPagedResultsPolicy')),
    sortKeys: lists['_sortKeys'].flatMap(sortKeysOf),
    fields: lists['_fields'].flatMap(fieldsOf),
    isPretty: text('_prettyPrint') === 'true',
    additional: Object.fromEntries(additional),
  };
  if (parameters.pagedResultsCookie !== null && (parameters.pagedResultsOffset ?? 0) > 0)
    throw new HostError(
      400,
      "The parameters '_pagedResultsCookie' and '_pagedResultsOffset' are mutually exclusive",
    );
  return parameters;
}

function wholeNumber(name: string, text: string | null): number | null {
  if (text === null) return null;
  const value = Number(text);
  if (/^-?\d{1,9}$/.test(text) && value >= 0) return value;
  throw new HostError(
    400,
    `The value '${text}' for parameter '${name}' could not be parsed as a valid integer`,
  );
}

function totalsOf(policy: string | null): Parameters['totals'] {
  const name = policy?.toLowerCase();
  if (name === undefined || name === 'none') return null;
  if (name === 'estimate' || name === 'exact') return name;
  throw new HostError(
    400,
    `The value '${policy}' for parameter '_totalPagedResultsPolicy' could not be parsed as a valid count policy`,
  );
}

function sortKeysOf(list: string): readonly SortKey[] {
  return fieldsOf(list.replaceAll(/(^|,)\s*\+/g, '$1')).map((key) =>
    key.startsWith('-') ? { field: key.slice(1), isDescending: true } : { field: key, isDescending: false },
  );
}

/** A pointer names an attribute by its first segment; deeper ones come under their leaf names. */
function fieldsOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
}

import {
  cleanPath,
  type DraftPaging,
  type DraftResource,
  draftDocument,
  draftFromSample,
  type OpenApiDraft,
  type SampleDraft,
} from '#shared/connectors/drafting/index.ts';
import type { JsonObject } from '#shared/connectors/types.ts';
import { withoutEnd } from '#shared/text/ends.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import {
  type AuthenticationKind,
  type Credentials,
  chosenAuthentication,
  type HoldSecret,
  referTo,
  withCredentials,
} from './credentials.ts';

export const wizardSources = ['sample', 'openapi', 'empty'] as const;
export type WizardSource = (typeof wizardSources)[number];

export const pagingKinds = ['none', 'offset', 'number', 'cookie', 'link'] as const;

/** The input of the wizard. */
export interface Wanted {
  readonly source: WizardSource;
  readonly name: string;
  readonly serviceUri: string;
  readonly path: string;
  readonly objectType: string;
  readonly authentication: AuthenticationKind | null;
  /** Values of the properties that authenticate, by their names. */
  readonly credentials: Credentials;
  readonly sample: JsonValue | undefined;
  readonly openApi: OpenApiDraft | null;
  /** Path of the chosen resource of the OpenAPI document. */
  readonly resource: string | null;
  /** null: as it was guessed. */
  readonly paging: DraftPaging | null;
}

/** The draft made from the input, with notes for the user to check. */
export interface Drafted {
  readonly resource: DraftResource | null;
  readonly records: number | null;
  readonly notes: readonly string[];
  readonly document: JsonObject;
}

function sampled({ source, sample, path, objectType }: Wanted): SampleDraft | null {
  return source !== 'sample' || sample === undefined ? null : draftFromSample({ sample, path, objectType });
}

/** Objects of which nothing is known yet. */
function nothingKnown(objectType: string): DraftResource {
  return {
    objectType,
    collectionPath: '/',
    itemPath: '/{uid}',
    methods: {},
    listRoot: [],
    itemRoot: [],
    bodyRoot: [],
    bodyTemplate: null,
    idWay: ['id'],
    nameWay: ['id'],
    attributes: [],
    paging: { kind: 'none' },
  };
}

/** Drafts a document from the values filled in so far. */
export function draftOf(wanted: Wanted, hold: HoldSecret = referTo(wanted.name)): Drafted {
  const { source, openApi, objectType, paging } = wanted;
  const sample = sampled(wanted);
  const offered =
    source === 'openapi' && openApi !== null && wanted.resource !== null
      ? openApi.draft(wanted.resource, objectType)
      : null;
  const found = sample?.resource ?? offered;
  const resource = found === null ? null : { ...found, paging: paging ?? found.paging };
  const drafted = draftDocument({
    name: wanted.name,
    serviceUri: withoutEnd(wanted.serviceUri, '/'),
    authentication: chosenAuthentication(wanted),
    resources: [resource ?? nothingKnown(objectType)],
    filters: sample?.filters ?? null,
  });
  const document = withCredentials(drafted, wanted, hold);
  const notes = source === 'openapi' ? (openApi?.notes ?? []) : (sample?.notes ?? []);
  return { resource, records: sample?.records ?? null, notes, document };
}

/** Paging of another kind, with the parameters that remotes usually have. */
export function pagingOf(kind: DraftPaging['kind']): DraftPaging {
  switch (kind) {
    case 'none':
      return { kind };
    case 'offset':
      return { kind, size: 'limit', offset: 'offset', isOneBased: false };
    case 'number':
      return { kind, size: 'per_page', page: 'page' };
    case 'cookie':
      return { kind, size: 'limit', cookie: 'cursor', found: { path: 'next', regularExpression: null } };
    case 'link':
      return { kind, size: 'limit', path: 'next', isHeader: false, rewritesOrigin: false };
  }
}

/** True if a text is the address of an API. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}

/** The address without the path of the list at its end, where it was typed with it; null: it has none. */
export function withoutListPath({ serviceUri, path }: Pick<Wanted, 'serviceUri' | 'path'>): string | null {
  const [base, end] = [withoutEnd(serviceUri, '/'), withoutEnd(cleanPath(path), '/')];
  const rest = base.slice(0, -end.length);
  return end.length > 1 && base.endsWith(end) && isAddress(rest) ? rest : null;
}

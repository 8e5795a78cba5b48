import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext, FrontContext } from '../authorize/context.ts';
import type { DocumentRun } from '../client-documents/document-run.ts';
import { call } from '../outgoing-call.ts';
import { catalogue } from '../pages/texts.ts';
import { uriMembers } from '../registration/uri-members.ts';
import type { RequestContext } from '../request-context.ts';
import type { Runtime } from '../runtime.ts';
import type { BackContext } from '../token/context.ts';
import { required } from '../token/context.ts';
import { alter } from './alter.ts';

const draft = 'draft-ietf-oauth-client-id-metadata-document-02';
const timeoutMillis = 2_000;
const largeBytes = 1_048_576;

/** Lets a check pass, whatever it finds. */
const nothing = (): void => undefined;

/** A URL as a careless server compares it. */
const loosely = (url: unknown): string | undefined =>
  typeof url === 'string' ? URL.parse(url.toLowerCase())?.href.replace(/\/$/, '') : undefined;

/** Goes wherever a redirect leads, and takes whatever is there. */
async function follow({ document, runtime }: RequestContext): Promise<void> {
  const run = required(document);
  const { headers, status } = required(run.response);
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'location');
  const url = at < 0 || status < 300 || status > 399 ? null : URL.parse(headers[at + 1] ?? '', run.url);
  if (url === null) return;
  run.response = await call(runtime, {
    method: 'GET',
    url: url.href,
    headers: [],
    timeoutMillis,
    tags: [],
  }).catch(() => run.response);
}

/** Asks for every URL in the document, wherever it leads. */
async function fetchAll({ document, runtime }: RequestContext): Promise<void> {
  const { members } = required(document);
  const values = uriMembers.flatMap((name) => members[name] ?? []);
  const urls = values.filter((value) => typeof value === 'string' && URL.canParse(value)).map(String);
  for (const url of urls)
    await call(runtime, { method: 'GET', url, headers: [], timeoutMillis, tags: [] }).catch(nothing);
}

/** Documents that failed once, by the server that remembers it. */
const failed = new WeakMap<Runtime['clientDocuments'], Set<string>>();

function failedOf({ runtime }: RequestContext): Set<string> {
  const known = failed.get(runtime.clientDocuments) ?? new Set();
  failed.set(runtime.clientDocuments, known);
  return known;
}

/** The seconds for which a document asks to be cached, whatever they are. */
function askedSeconds({ response }: DocumentRun): number {
  const { headers } = required(response);
  const control = headers.find((_value, index) => headers[index - 1]?.toLowerCase() === 'cache-control');
  return Number(/max-age=(\d+)/.exec(control ?? '')?.[1] ?? 0);
}

/** Flaws in how a client is found by the document at its client_id. */
export const documentWeaknesses: readonly Weakness<RequestContext>[] = [
  /** Takes the document of another client for that of a similar URL. */
  {
    id: 'cimd-id-loose',
    pipeline: '*',
    step: 'document-id',
    title: 'client_id of a document compared loosely',
    clause: `${draft} §4`,
    instead: ({ document }, original) => {
      const run = required(document);
      return loosely(run.members['client_id']) === loosely(run.url) ? undefined : original();
    },
  },
  /** Lets an open redirector say who a client is, and sends requests wherever it leads. */
  {
    id: 'cimd-follows',
    pipeline: '*',
    step: 'document-status',
    title: 'Redirects and errors accepted as documents',
    clause: `${draft} §5`,
    instead: follow,
  },
  /** Sends requests into its own network for everybody. */
  {
    id: 'cimd-ssrf',
    pipeline: '*',
    step: 'document-address',
    title: 'Documents fetched from internal addresses',
    clause: `${draft} §8.6`,
    instead: nothing,
  },
  /** Sends requests into its own network for the URLs in a document. */
  {
    id: 'cimd-nested-ssrf',
    pipeline: '*',
    step: 'document-uris',
    title: 'URLs in documents fetched from internal addresses',
    clause: `${draft} §8.6`,
    instead: fetchAll,
  },
  /** Reads whatever comes. */
  {
    id: 'cimd-oversize',
    pipeline: '*',
    step: 'document-bounded',
    title: 'Size of documents not limited',
    clause: `${draft} §8.7`,
    instead: ({ document }) => void (required(document).maxBytes = largeBytes),
  },
  /** Remembers that a document failed: whoever makes it fail once keeps its client out. */
  {
    id: 'cimd-caches-errors',
    pipeline: '*',
    step: 'document-status',
    title: 'Failed documents cached',
    clause: `${draft} §5.2`,
    instead: (context, original) => {
      const { url, response } = required(context.document);
      if (failedOf(context).has(url))
        required(context.document).response = { ...required(response), status: 500 };
      else if (response?.status !== 200) failedOf(context).add(url);
      return original();
    },
  },
  /** Believes a document for as long as it says. */
  {
    id: 'cimd-cache-unbounded',
    pipeline: '*',
    step: 'document-kept',
    title: 'Lifetime and number of cached documents not limited',
    clause: `${draft} §5.2`,
    instead: async (context) => {
      const { keepFor } = await import('../client-documents/rules.ts');
      keepFor(context, askedSeconds(required(context.document)));
    },
  },
  /** Takes for a secret what everybody can read. */
  {
    id: 'cimd-shared-secret',
    pipeline: '*',
    step: 'document-secrets',
    title: 'Secrets and private keys in documents accepted',
    clause: `${draft} §4.1`,
    instead: nothing,
  },
];

/** Flaws in what a user sees of such a client, and in what they agreed to. */
export const documentPageWeaknesses: readonly Weakness<FrontContext>[] = [
  /** Issues for a document that is another one than the user agreed to. */
  {
    id: 'cimd-drift',
    pipeline: 'authorize*',
    step: 'consent-current',
    title: 'Consent kept after the document changed',
    clause: `${draft} §8.4`,
    instead: nothing,
  },
  /** Shows a borrowed name as if somebody had verified it. */
  {
    id: 'cimd-localhost-silent',
    pipeline: 'authorize*',
    step: 'answer-guarded',
    title: 'No warning for clients on this computer',
    clause: `${draft} §8.1`,
    instead: (context) =>
      alter(context, (response) => ({
        ...response,
        body:
          typeof response.body === 'string'
            ? Object.values(catalogue).reduce(
                (body, { onlyLocal }) => body.replace(onlyLocal, ''),
                response.body,
              )
            : response.body,
      })),
  },
];

/** Flaws of the authorization request of such a client. */
export const documentRequestWeaknesses: readonly Weakness<AuthorizeContext>[] = [
  /** Sends codes wherever a request says, though the document lists where they belong. */
  {
    id: 'cimd-redirect-any',
    pipeline: 'authorize*',
    step: 'redirect-uri-registered',
    title: 'Redirect URI missing from the document accepted',
    clause: `${draft} §4.2`,
    instead: (context, original) => {
      if (context.client?.documentHash === undefined) return original();
      context.candidateRedirectUri = context.requestedRedirectUri;
      return undefined;
    },
  },
];

/** Flaws of the requests that such a client sends itself. */
export const documentBackWeaknesses: readonly Weakness<BackContext>[] = [
  /** Takes every client with a document for a public one. */
  {
    id: 'cimd-auth-skipped',
    pipeline: '*',
    step: 'client-authenticated',
    title: 'Client authentication of a document not required',
    clause: `${draft} §8.2`,
    instead: (context, original) => {
      const { document, assertion, runtime } = context;
      const client =
        document === null || assertion !== null ? undefined : runtime.registrations().client(document.url);
      if (client === undefined) return original();
      context.client = client;
      context.clientMethod = 'none';
      return undefined;
    },
  },
];

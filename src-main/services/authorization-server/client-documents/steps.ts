import type { Step } from '#main/platform/pipeline.ts';
import type { RequestContext } from '../request-context.ts';
import { isFetched, isUncached, namesAny } from '../token/context.ts';

const draft = 'draft-ietf-oauth-client-id-metadata-document-02';

/** The checks, which are loaded with the first document. */
type Rules = typeof import('./rules.ts');

function rule(name: Exclude<keyof Rules, 'keepFor'>) {
  return async (context: RequestContext): Promise<void> => (await import('./rules.ts'))[name](context);
}

const unread = { applies: isUncached, isUnlisted: true } as const;
const onlyFetched = { applies: isFetched, isUnlisted: true } as const;

/** Every document that was fetched is judged by these, whole. */
const judgingSteps: readonly Step<RequestContext>[] = [
  {
    id: 'document-status',
    rule: 'Response is 200, and redirects are not followed',
    clause: `${draft} §5`,
    check: rule('checkStatus'),
    ...onlyFetched,
  },
  {
    id: 'document-object',
    rule: 'Document is a JSON object',
    clause: `${draft} §4`,
    check: rule('readMembers'),
    ...onlyFetched,
  },
  {
    id: 'document-id',
    rule: 'client_id in the document is its URL, character by character',
    clause: `${draft} §4`,
    check: rule('checkClientId'),
    ...onlyFetched,
  },
  {
    id: 'document-secrets',
    rule: 'Document has no shared secret and no private key',
    clause: `${draft} §4.1`,
    check: rule('checkSecrets'),
    ...onlyFetched,
  },
  {
    id: 'document-members',
    rule: 'Members have valid values',
    clause: `${draft} §4`,
    check: rule('readMetadata'),
    ...onlyFetched,
  },
  {
    id: 'document-uris',
    rule: 'URLs in the document use https and public addresses',
    clause: `${draft} §8.6`,
    check: rule('checkUris'),
    ...onlyFetched,
  },
  {
    id: 'document-redirect-uris',
    rule: 'Redirect URIs are safe and fit the application type',
    clause: `${draft} §4.2`,
    check: rule('checkRedirectUris'),
    ...onlyFetched,
  },
  {
    id: 'document-authentication',
    rule: 'Client authentication has the keys that it needs',
    clause: `${draft} §8.2`,
    check: rule('checkAuthentication'),
    ...onlyFetched,
  },
  {
    id: 'document-name',
    rule: 'Name is readable and not that of another client',
    clause: 'RFC 7591 §5',
    check: rule('checkName'),
    ...onlyFetched,
  },
  {
    id: 'document-kept',
    rule: 'Document is cached within the limits',
    clause: `${draft} §5.2`,
    check: rule('keepIt'),
    ...onlyFetched,
  },
];

/**
 * The steps that find the client of a request by the document at its client_id, before anybody asks for the client. A
 * request that names no such client has none of them in its trace. `idOf` gives the URL; undefined: there is nothing to
 * find.
 */
export function documentSteps<C extends RequestContext>(
  idOf: (context: C) => string | undefined,
): readonly Step<C>[] {
  const named = { applies: namesAny(idOf), isUnlisted: true } as const;
  return [
    {
      id: 'document-url',
      rule: 'client_id is an https URL with a path',
      clause: `${draft} §3`,
      async check(context) {
        const { checkUrl, readCache } = await import('./rules.ts');
        const url = idOf(context) ?? '';
        context.document = {
          url,
          source: null,
          admits: null,
          maxBytes: 0,
          response: null,
          members: {},
          metadata: null,
        };
        checkUrl(context);
        readCache(context);
      },
      ...named,
    },
    {
      id: 'document-address',
      rule: 'Host of the document has a public address',
      clause: `${draft} §8.6`,
      check: rule('checkAddress'),
      ...unread,
    },
    {
      id: 'document-bounded',
      rule: 'No more than 5 KB are read',
      clause: `${draft} §8.7`,
      check: rule('boundSize'),
      ...unread,
    },
    {
      id: 'document-fetched',
      rule: 'Client ID metadata document is available',
      clause: `${draft} §5`,
      check: rule('fetchIt'),
      ...named,
      describe: ({ document }) =>
        document?.source === 'cache'
          ? `Client ID metadata document is in the cache: ${document.url}`
          : `Client ID metadata document was fetched: ${document?.url ?? ''}`,
    },
    ...judgingSteps,
  ];
}

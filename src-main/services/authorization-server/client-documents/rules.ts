import { createHash } from 'node:crypto';
import { documentUrlFault, methodOfAlgorithm } from '#shared/oauth/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import {
  type Client,
  clientFileSchema,
  clientOfMetadata,
  type RegistrationPolicy,
} from '#shared/workspace/index.ts';
import { OAuthError } from '../errors.ts';
import { isObject } from '../is-object.ts';
import { nameFault } from '../registration/names.ts';
import { formFault, typeFault } from '../registration/redirect-uris.ts';
import { uriMembers } from '../registration/uri-members.ts';
import type { RequestContext } from '../request-context.ts';
import { required } from '../token/context.ts';
import { admittedFor } from './address-guard.ts';
import { documentMetadataSchema, isOfferedTo, withDocumentDefaults } from './document-metadata.ts';
import type { DocumentRun } from './document-run.ts';
import { fetchDocument } from './fetch-document.ts';
import { lifetimeSeconds } from './lifetime.ts';

/** Largest document that is read, in bytes. draft-ietf-oauth-client-id-metadata-document-02 §8.7 */
const maxDocumentBytes = 5_120;

/** Members that only a secret between two parties needs, or a private key. draft-ietf-oauth-client-id-metadata-document-02 §4.1 */
const secretMembers = ['client_secret', 'client_secret_expires_at', 'private_key'] as const;
const privateKeyMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

interface Fault {
  readonly detail: string;
  readonly want?: string;
  readonly got?: string;
}

/** One sentence for the wire, whatever is wrong: else anybody could explore the network of the server with it. */
function refused({ runtime, notes }: RequestContext, url: string, fault: Fault): OAuthError {
  runtime.audit.emit('client.authentication_failed', { clientId: url, reason: fault.detail }, notes);
  return new OAuthError('invalid_client', {
    description: 'The client ID metadata document is not accepted.',
    ...fault,
  });
}

function runOf(context: RequestContext): DocumentRun {
  return required(context.document);
}

/** @throws OAuthError invalid_client */
export function checkUrl(context: RequestContext): void {
  const { url } = runOf(context);
  const detail = documentUrlFault(url) ?? (URL.canParse(url) ? null : 'It is not a URL.');
  if (detail !== null) throw refused(context, url, { detail, got: url });
}

/** Takes the document from the cache while it is fresh, by the policy in force. */
export function readCache(context: RequestContext): void {
  const { runtime, nowMillis, settings } = context;
  const run = runOf(context);
  const held = runtime.clientDocuments.find(run.url);
  if (held === undefined || held.policy !== settings.registrationPolicy) return;
  // The clock of the service can be set back: a document from the future is not fresh.
  if (held.fetchedAtMillis <= nowMillis && nowMillis < held.freshUntilMillis) run.source = 'cache';
}

/** @throws OAuthError invalid_client */
export function checkAddress(context: RequestContext): void {
  const run = runOf(context);
  const url = new URL(run.url);
  run.admits = admittedFor(url, context.settings.clientIdMetadataDocuments);
  if (run.admits === null)
    throw refused(context, run.url, { detail: 'Its host has a special-use address.', got: url.hostname });
}

/** Bounds what is read. */
export function boundSize(context: RequestContext): void {
  runOf(context).maxBytes = maxDocumentBytes;
}

/** Fetches what is not in the cache. @throws OAuthError invalid_client, temporarily_unavailable */
export async function fetchIt(context: RequestContext): Promise<void> {
  const run = runOf(context);
  if (run.source === 'cache') return;
  const fetched = await fetchDocument(context, run);
  if ('fault' in fetched) throw refused(context, run.url, { detail: fetched.fault });
  if (fetched.bodyBytes > run.maxBytes)
    throw refused(context, run.url, {
      detail: `It is larger than ${run.maxBytes} bytes.`,
      got: `${fetched.bodyBytes} bytes`,
    });
  run.response = fetched;
  run.source = 'network';
}

/** Redirects are not followed: they could lead anywhere. @throws OAuthError invalid_client */
export function checkStatus(context: RequestContext): void {
  const { response, url } = runOf(context);
  const { status } = required(response);
  if (status !== 200)
    throw refused(context, url, { detail: 'Its status is not 200.', want: '200', got: String(status) });
}

/** @throws OAuthError invalid_client */
export function readMembers(context: RequestContext): void {
  const run = runOf(context);
  const { contentType, text } = required(run.response);
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !/^application\/[!-~]+\+json$/.test(type))
    throw refused(context, run.url, {
      detail: 'Its content type is not JSON.',
      want: 'application/json',
      got: type || 'none',
    });
  const members = parsedJson(text);
  if (!isObject(members)) throw refused(context, run.url, { detail: 'It is not a JSON object.' });
  run.members = members;
}

/** Compared character by character: another spelling is another client. @throws OAuthError invalid_client */
export function checkClientId(context: RequestContext): void {
  const { url, members } = runOf(context);
  const { client_id: named } = members;
  if (named === url) return;
  throw refused(context, url, {
    detail: 'Its client_id is not its URL.',
    want: url,
    got: typeof named === 'string' ? named : 'none',
  });
}

/** Everybody can read the document. @throws OAuthError invalid_client */
export function checkSecrets(context: RequestContext): void {
  const { url, members } = runOf(context);
  const named = secretMembers.find((name) => name in members);
  if (named !== undefined) throw refused(context, url, { detail: `It has the member ${named}.` });
  const { token_endpoint_auth_method: method, jwks } = members;
  if (typeof method === 'string' && method.startsWith('client_secret_'))
    throw refused(context, url, { detail: 'Its client authentication needs a shared secret.', got: method });
  const keys = isObject(jwks) && Array.isArray(jwks['keys']) ? (jwks['keys'] as readonly unknown[]) : [];
  if (keys.some((key) => isObject(key) && privateKeyMembers.some((name) => name in key)))
    throw refused(context, url, { detail: 'One of its keys is not public.' });
}

/** @throws OAuthError invalid_client */
export function readMetadata(context: RequestContext): void {
  const run = runOf(context);
  const parsed = documentMetadataSchema.safeParse(run.members);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refused(context, run.url, {
      detail: `Its member ${String(issue?.path[0] ?? '')} is not valid: ${issue?.message ?? ''}`,
    });
  }
  if (parsed.data.jwks !== undefined && parsed.data.jwks_uri !== undefined)
    throw refused(context, run.url, { detail: 'It has both jwks and jwks_uri.' });
  run.metadata = withDocumentDefaults(parsed.data, (type) =>
    isOfferedTo(type, parsed.data, context.settings.registrationPolicy, context.runtime.vendor().urn),
  );
}

/** They are judged as the client_id is; none of them is requested here. @throws OAuthError invalid_client */
export function checkUris(context: RequestContext): void {
  const { url, members } = runOf(context);
  for (const name of uriMembers) {
    const value = members[name] ?? [];
    for (const uri of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      const parsed = typeof uri === 'string' ? URL.parse(uri) : null;
      if (parsed === null || parsed.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '')
        throw refused(context, url, { detail: `Its member ${name} is not an https URL.` });
      if (admittedFor(parsed, context.settings.clientIdMetadataDocuments) === null)
        throw refused(context, url, {
          detail: `Its member ${name} has a special-use address.`,
          got: parsed.hostname,
        });
    }
  }
}

/** @throws OAuthError invalid_client */
export function checkRedirectUris(context: RequestContext): void {
  const { url, metadata } = runOf(context);
  const known = required(metadata);
  for (const uri of known.redirect_uris) {
    const detail = formFault(uri) ?? typeFault(uri, known, context.settings.registrationPolicy);
    if (detail !== null)
      throw refused(context, url, { detail: `A redirect URI is not allowed. ${detail}`, got: uri });
  }
  const needy = known.grant_types.find((type) => type === 'authorization_code' || type === 'implicit');
  if (needy !== undefined && known.redirect_uris.length === 0)
    throw refused(context, url, { detail: 'It has no redirect URI.', got: needy });
}

/** @throws OAuthError invalid_client */
export function checkAuthentication(context: RequestContext): void {
  const { url, metadata } = runOf(context);
  const {
    token_endpoint_auth_method: method,
    token_endpoint_auth_signing_alg: algorithm,
    jwks,
    jwks_uri: uri,
  } = required(metadata);
  if (method === 'private_key_jwt' && uri === undefined && (jwks?.keys.length ?? 0) === 0)
    throw refused(context, url, { detail: 'private_key_jwt needs jwks or jwks_uri.' });
  if (algorithm !== undefined && methodOfAlgorithm(algorithm) !== method)
    throw refused(context, url, {
      detail: 'Its signing algorithm does not belong to its authentication method.',
      want: method,
      got: algorithm,
    });
}

/** @throws OAuthError invalid_client */
export function checkName(context: RequestContext): void {
  const { url, metadata } = runOf(context);
  const { runtime, nowMillis } = context;
  const name = required(metadata).client_name ?? '';
  const chosen = runtime
    .registrations()
    .clients()
    .filter(({ clientId }) => runtime.dynamicClients.find(clientId, nowMillis) === null);
  const detail = nameFault(name, chosen);
  if (detail !== null) throw refused(context, url, { detail, got: name });
}

/** Makes a client of the document, and keeps it within the bounds of the server. */
export function keepIt(context: RequestContext): void {
  keepFor(
    context,
    lifetimeSeconds(
      required(runOf(context).response).headers,
      context.nowMillis,
      context.settings.clientIdMetadataDocuments,
    ),
  );
  context.runtime.clientDocuments.bound();
}

/**
 * Makes a client of the document, and keeps it for a time in seconds.
 * @throws OAuthError invalid_client
 */
export function keepFor(context: RequestContext, seconds: number): void {
  const run = runOf(context);
  const { nowMillis, runtime, settings } = context;
  const client = clientOf(run, settings.registrationPolicy);
  if (client === null) throw refused(context, run.url, { detail: 'It does not describe a client.' });
  runtime.clientDocuments.keep(run.url, {
    client,
    policy: settings.registrationPolicy,
    fetchedAtMillis: nowMillis,
    freshUntilMillis: nowMillis + seconds * 1_000,
  });
}

/** The client as every endpoint sees it; null where a registration could not be so either. */
function clientOf({ url, metadata }: DocumentRun, { scopes, audiences }: RegistrationPolicy): Client | null {
  const { request_uris: _fetched, ...known } = required(metadata);
  // The id of a registration is short, and this one was judged already.
  const parsed = clientFileSchema.safeParse({
    ...known,
    client_id: 'document',
    scope: scopes.join(' '),
    audience: audiences,
  });
  if (!parsed.success) return null;
  const client = clientOfMetadata(parsed.data, null);
  return { ...client, clientId: url, documentHash: hashOf(client) };
}

/** Of what a user agreed to: where the answer goes, who signs, and the name. draft-ietf-oauth-client-id-metadata-document-02 §8.4 */
function hashOf({ clientName, redirectUris, keys }: Client): string {
  const agreed = [clientName, [...redirectUris].toSorted(), keys.inline, keys.uri ?? null];
  return createHash('sha256').update(JSON.stringify(agreed)).digest('base64url');
}

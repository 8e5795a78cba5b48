import type { Step } from '#main/platform/pipeline.ts';
import { headerValue } from '#main/platform/raw-http.ts';
import {
  describedResource,
  formValue,
  isSameResource,
  resourceMetadataUrls,
  tokenChallenge,
} from '#shared/oauth/index.ts';
import { required } from '../context.ts';
import { refuse } from '../refusal.ts';
import { checkForm } from '../start.ts';
import type { ConnectContext } from './context.ts';
import { firstDocument, get, isAskable } from './fetch.ts';

/** From the address of a resource to metadata that are its own. RFC 9728 */
export const resourceSteps: readonly Step<ConnectContext>[] = [
  { id: 'form', rule: 'No parameter is repeated', clause: 'RFC 6749 §3.1', check: checkForm },
  {
    id: 'resource-allowed',
    rule: 'Resource has an HTTP address on this machine',
    clause: 'MCP Security Best Practices',
    check: checkAddress,
  },
  {
    id: 'challenge-read',
    rule: 'Resource asks for a token',
    clause: 'RFC 9728 §5.1',
    check: readChallenge,
  },
  {
    id: 'metadata-own',
    rule: 'Metadata have an address of the resource’s own server',
    clause: 'RFC 9728 §7.7',
    check: checkMetadataAddress,
  },
  {
    id: 'metadata-read',
    rule: 'Metadata of the resource can be read',
    clause: 'RFC 9728 §3.2',
    check: readMetadata,
  },
  {
    id: 'resource-same',
    rule: 'Metadata describe this very resource',
    clause: 'RFC 9728 §3.3',
    check: checkResource,
  },
];

function checkAddress(context: ConnectContext): void {
  const resource = formValue(context.form, 'resource') ?? '';
  if (!isAskable(resource) || resource.includes('#'))
    throw refuse('This application connects only to servers on this computer.', {
      want: 'an HTTP address of this computer',
      got: resource,
    });
  context.resource = resource;
}

async function readChallenge(context: ConnectContext): Promise<void> {
  const { status, headers } = await get(context.ports, context.resource);
  if (status !== 401)
    throw refuse('The resource does not ask for a token.', { want: '401', got: String(status) });
  const parameters = tokenChallenge(headerValue(headers, 'www-authenticate') ?? '')?.parameters;
  context.challengedUrl = parameters?.get('resource_metadata') ?? null;
  context.challengedScope = parameters?.get('scope') ?? '';
}

/** A resource that names an address elsewhere has the client ask what only the client can reach. RFC 9728 §7.7 */
function checkMetadataAddress({ challengedUrl, resource }: ConnectContext): void {
  const want = new URL(resource).origin;
  if (challengedUrl === null || URL.parse(challengedUrl)?.origin === want) return;
  throw refuse('The metadata of the resource are at another server.', { want, got: challengedUrl });
}

async function readMetadata(context: ConnectContext): Promise<void> {
  const { ports, challengedUrl, resource } = context;
  const addresses = challengedUrl === null ? resourceMetadataUrls(resource) : [challengedUrl];
  const found = await firstDocument(ports, addresses);
  const { resource: described, authorization_servers: servers, scopes_supported: scopes } = found?.body ?? {};
  const issuer: unknown = Array.isArray(servers) ? servers[0] : null;
  if (found === null || typeof described !== 'string' || typeof issuer !== 'string')
    throw refuse('The resource does not say which server issues its tokens.', { got: addresses.join(' ') });
  context.metadataUrl = found.address;
  context.resourceMetadata = { resource: described, issuer, scopes: textsOf(scopes) };
}

function checkResource({ resource, metadataUrl, challengedUrl, resourceMetadata }: ConnectContext): void {
  const got = required(resourceMetadata).resource;
  const want = describedResource(resource, metadataUrl, challengedUrl !== null);
  if (!isSameResource(got, want)) throw refuse('The metadata describe another resource.', { want, got });
}

/** The texts of a list; none where it is no list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

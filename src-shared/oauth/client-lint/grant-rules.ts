import { type GrantId, givesRefreshToken, grantOfType, grants as grantTable } from '../grants.ts';
import { parseResponseType } from '../response-types.ts';
import {
  at,
  isPublicClient,
  itemsAt,
  knownResponseTypes,
  type LintInput,
  type LintRule,
  responseTypesOf,
  usesBrowser,
} from './rule.ts';

const [grants, types] = ['/grant_types', '/response_types'];

/** The grants of a client that are known here. */
function grantsOf({ client, vendorUrn }: LintInput): readonly GrantId[] {
  return client.grant_types.flatMap((name) => grantOfType(name, vendorUrn) ?? []);
}

const has = (input: LintInput, id: GrantId): boolean => grantsOf(input).includes(id);
const isResourceServer = (input: LintInput): boolean => has(input, 'validate_bearer');
const knowsPasswords = (id: GrantId) => grantTable[id].capabilities?.clientKnowsCredentials.has === 'yes';
const needsOwnSecret = (id: GrantId) => grantTable[id].needsSecret && id !== 'validate_bearer';

/** Rules for the grants that a client may use. */
export const grantRules: readonly LintRule[] = [
  {
    id: 'implicit',
    severity: 'warning',
    title: 'Tokens are returned in the URL',
    clause: 'RFC 9700 §2.1.2',
    fix: 'Use the authorization code grant with PKCE, also for applications in a browser.',
    detect: (input) =>
      at(
        types,
        knownResponseTypes(input).some(({ token }) => token),
      ),
  },
  {
    id: 'password-grant',
    severity: 'warning',
    title: 'The client receives user passwords',
    clause: 'RFC 9700 §2.4',
    fix: 'Use the authorization code grant, in which users sign in only at the server.',
    detect: (input) => at(grants, grantsOf(input).some(knowsPasswords)),
  },
  {
    id: 'public-client-credentials',
    severity: 'error',
    title: 'A public client cannot use its own credentials',
    clause: 'RFC 6749 §4.4',
    fix: 'Make the client confidential. A public client has no credentials for this grant, so every request is rejected.',
    detect: (input) => at(grants, isPublicClient(input) && grantsOf(input).some(needsOwnSecret)),
  },
  {
    id: 'grant-unknown',
    severity: 'warning',
    title: 'Grant type is unknown',
    clause: 'RFC 7591 §2',
    fix: 'Check the spelling and the vendor name in the URN. The server never grants this type.',
    detect: ({ client, vendorUrn }) =>
      itemsAt(grants, client.grant_types, (name) => grantOfType(name, vendorUrn) === undefined),
  },
  {
    id: 'response-type-unknown',
    severity: 'warning',
    title: 'Response type is unknown',
    clause: 'RFC 6749 §3.1.1',
    fix: 'Check the spelling. No request can use this response type.',
    detect: (input) =>
      itemsAt(types, responseTypesOf(input), (name) => parseResponseType(name) === undefined),
  },
  {
    id: 'code-without-grant',
    severity: 'error',
    title: 'Codes are issued but cannot be exchanged',
    clause: 'RFC 7591 §2.1',
    fix: 'Add the grant type authorization_code, or remove the response type.',
    detect: (input) =>
      at(types, knownResponseTypes(input).some(({ code }) => code) && !has(input, 'authorization_code')),
  },
  {
    id: 'grant-without-code',
    severity: 'error',
    title: 'Codes can be exchanged but are never issued',
    clause: 'RFC 7591 §2.1',
    fix: 'Add the response type code, or remove the grant type.',
    detect: (input) =>
      at(grants, has(input, 'authorization_code') && !knownResponseTypes(input).some(({ code }) => code)),
  },
  {
    id: 'refresh-never-issued',
    severity: 'warning',
    title: 'No grant of this client issues a refresh token',
    clause: 'RFC 6749 §6',
    fix: 'Remove refresh_token, or add the authorization code or password grant.',
    detect: (input) => at(grants, has(input, 'refresh_token') && !grantsOf(input).some(givesRefreshToken)),
  },
  {
    id: 'grant-missing',
    severity: 'warning',
    title: 'The client has no grant and no response type',
    clause: 'RFC 7591 §2',
    fix: 'Add at least one grant type or response type.',
    detect: (input) =>
      at(grants, input.client.grant_types.length === 0 && responseTypesOf(input).length === 0),
  },
  {
    id: 'resource-server-signs-in',
    severity: 'notice',
    title: 'A resource server also requests access from users',
    clause: 'RFC 9700 §2.3',
    fix: 'Register the API and the application as two clients, so that neither can act as the other.',
    detect: (input) => at(grants, isResourceServer(input) && usesBrowser(input)),
  },
];

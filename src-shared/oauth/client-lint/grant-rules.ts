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
    title: 'Tokens are handed out in the address bar',
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
    title: 'The client gets to know passwords',
    clause: 'RFC 9700 §2.4',
    fix: 'Use the authorization code grant: users then sign in at the server only.',
    detect: (input) => at(grants, grantsOf(input).some(knowsPasswords)),
  },
  {
    id: 'public-client-credentials',
    severity: 'error',
    title: 'A public client cannot use its own credentials',
    clause: 'RFC 6749 §4.4',
    fix: 'Make it confidential: it has no credentials that the grant could check, and is always refused.',
    detect: (input) => at(grants, isPublicClient(input) && grantsOf(input).some(needsOwnSecret)),
  },
  {
    id: 'grant-unknown',
    severity: 'warning',
    title: 'Grant type is not known here',
    clause: 'RFC 7591 §2',
    fix: 'Check its spelling, and the vendor name in its URN: it is never granted as it stands.',
    detect: ({ client, vendorUrn }) =>
      itemsAt(grants, client.grant_types, (name) => grantOfType(name, vendorUrn) === undefined),
  },
  {
    id: 'response-type-unknown',
    severity: 'warning',
    title: 'Response type is not known here',
    clause: 'RFC 6749 §3.1.1',
    fix: 'Check its spelling: no request can ask for it.',
    detect: (input) =>
      itemsAt(types, responseTypesOf(input), (name) => parseResponseType(name) === undefined),
  },
  {
    id: 'code-without-grant',
    severity: 'error',
    title: 'Codes are issued that cannot be exchanged',
    clause: 'RFC 7591 §2.1',
    fix: 'Allow the grant type authorization_code, or take the response type away.',
    detect: (input) =>
      at(types, knownResponseTypes(input).some(({ code }) => code) && !has(input, 'authorization_code')),
  },
  {
    id: 'grant-without-code',
    severity: 'error',
    title: 'Codes can be exchanged but are never issued',
    clause: 'RFC 7591 §2.1',
    fix: 'Allow the response type code, or take the grant type away.',
    detect: (input) =>
      at(grants, has(input, 'authorization_code') && !knownResponseTypes(input).some(({ code }) => code)),
  },
  {
    id: 'refresh-never-issued',
    severity: 'warning',
    title: 'No grant of this client gives a refresh token',
    clause: 'RFC 6749 §6',
    fix: 'Take refresh_token away, or allow the authorization code or password grant.',
    detect: (input) => at(grants, has(input, 'refresh_token') && !grantsOf(input).some(givesRefreshToken)),
  },
  {
    id: 'grant-missing',
    severity: 'warning',
    title: 'The client may do nothing',
    clause: 'RFC 7591 §2',
    fix: 'Allow at least one grant type or response type.',
    detect: (input) =>
      at(grants, input.client.grant_types.length === 0 && responseTypesOf(input).length === 0),
  },
  {
    id: 'resource-server-signs-in',
    severity: 'notice',
    title: 'A resource server also asks users for access',
    clause: 'RFC 9700 §2.3',
    fix: 'Register the API and the application as two clients, so that neither can act as the other.',
    detect: (input) => at(grants, isResourceServer(input) && usesBrowser(input)),
  },
];

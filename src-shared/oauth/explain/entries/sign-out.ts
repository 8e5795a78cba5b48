import type { Entry } from '../entry.ts';

const logout = 'OpenID Connect RP-Initiated Logout §2';
const request = { at: ['query', 'body'], kinds: ['sign-out'] } as const;

/** Sign-outs that a client asks for, and those that it is told of. RP-Initiated Logout §2, Back-Channel Logout §2.5 */
export const signOutEntries: readonly Entry[] = [
  {
    ...request,
    name: 'id_token_hint',
    sentence: 'An ID token issued earlier; it names the user and the client.',
    without: 'The server asks the user whether to sign out.',
    clause: logout,
  },
  {
    ...request,
    name: 'client_id',
    sentence: 'The client that asks for the sign-out.',
    without: 'The server takes the client from the ID token.',
    clause: logout,
  },
  {
    ...request,
    name: 'post_logout_redirect_uri',
    sentence: 'Where the browser goes after the sign-out. It must be registered.',
    without: 'The browser stays at the server.',
    clause: logout,
  },
  {
    ...request,
    name: 'state',
    sentence: 'A value that the server returns with the browser.',
    without: 'The client cannot match the return to its request.',
    clause: logout,
  },
  {
    ...request,
    name: 'logout_hint',
    sentence: 'The user who will probably sign out.',
    without: 'The server uses the accounts of the browser.',
    clause: logout,
  },
  {
    at: ['body'],
    name: 'logout_token',
    sentence: 'A JWT by which the server tells the client whose session has ended.',
    without: 'The client rejects the request.',
    clause: 'OpenID Connect Back-Channel Logout §2.5',
  },
];

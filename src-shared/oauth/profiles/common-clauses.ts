import type { AuthorizationServerSettings, NamedProfile } from '../../workspace/index.ts';
import { parseResponseType } from '../response-types.ts';
import {
  type ClauseParts,
  clauseOf,
  enforcedBy,
  holdsIf,
  isPublicClient,
  type ProfileClause,
  responseTypesOf,
} from './clause.ts';
import { allowsGrantType, allowsRedirectUri, allowsResponseType } from './requirements.ts';

/** Sections of the two documents at which the same rule stands. */
type Sections = Readonly<Record<NamedProfile, string>>;

const code = 'token.authorization_code';
const strictDocuments = ['oauth-2.1', 'fapi-2.0-security'] as const satisfies readonly NamedProfile[];

/** OAuth 2.1 is a draft: its number is part of every reference. */
export const oauth21Draft = 'OAuth 2.1 (draft-15)';
export const fapi = 'FAPI 2.0 Security Profile';

function sections(oauth: string, financial: string): Sections {
  return { 'oauth-2.1': `${oauth21Draft} ${oauth}`, 'fapi-2.0-security': `${fapi} ${financial}` };
}

type Make = (parts: ClauseParts, of: Sections) => ProfileClause;

/** Rules that both documents have, for one of them. */
export function commonClauses(profile: NamedProfile) {
  const make: Make = (parts, of) => clauseOf({ ...parts, clause: of[profile] });
  return { ...requestClauses(profile, make), ...responseClauses(make), ...redirectClauses(profile, make) };
}

function requestClauses(profile: NamedProfile, make: Make) {
  return {
    password: make(
      {
        id: 'no-password-grant',
        title: 'Password grant is rejected',
        clause: '',
        settings: ['profile'],
        members: ['grant_types'],
        steps: ['token.password/profile-grant'],
        cases: ['PW-04'],
        judge: enforcedBy(...strictDocuments),
        judgeClient: ({ document: { grant_types: grants } }) =>
          holdsIf(
            grants.every(allowsGrantType),
            'The client is registered for a grant that the profile excludes.',
            'Remove password and implicit from grant_types.',
          ),
      },
      sections('§10', '§5.3.2.1'),
    ),
    responseType: make(
      {
        id: 'response-type',
        title:
          profile === 'fapi-2.0-security'
            ? 'Only response_type=code is accepted'
            : 'No access token is returned through the browser',
        clause: '',
        settings: ['profile'],
        members: ['response_types'],
        steps: ['authorize/profile-response-type', 'authorize/response-type-allowed'],
        weaknesses: ['response-type-unregistered'],
        cases: ['AR-05'],
        judge: enforcedBy(...(profile === 'oauth-2.1' ? strictDocuments : ['fapi-2.0-security' as const])),
        judgeClient: (client) =>
          holdsIf(
            responseTypesOf(client).every((name) => {
              const type = parseResponseType(name);
              return type === undefined || allowsResponseType(profile, type);
            }),
            'The client is registered for a response type that the profile excludes.',
            'Set response_types to code.',
          ),
      },
      sections('§10.1', '§5.3.2.2'),
    ),
    pkce: make(
      {
        id: 'pkce-required',
        title: 'Every code requires PKCE',
        clause: '',
        settings: ['requirePkce'],
        steps: ['authorize/challenge-required', `${code}/verifier-expected`],
        weaknesses: ['challenge-optional', 'verifier-optional'],
        cases: ['PK-01', 'PK-02'],
        judge: ({ requirePkce }) => isOn(requirePkce, 'requirePkce', 'A request without PKCE is accepted.'),
        // Under the profile, the setting of the server is the least that every client needs.
        judgeClient: ({ document: { require_pkce: own } }, settings) =>
          holdsIf(
            settings.profile === profile
              ? settings.requirePkce || own === true
              : (own ?? settings.requirePkce),
            'The client may omit PKCE.',
            'Set require_pkce to true, or remove it and set requirePkce of the server.',
          ),
      },
      sections('§4.1.1', '§5.3.2.2'),
    ),
  };
}

function responseClauses(make: Make) {
  return {
    verifier: make(
      {
        id: 'verifier-compared',
        title: 'Code verifier matches the challenge',
        clause: '',
        steps: [`${code}/verifier-matches`],
        weaknesses: ['verifier-not-compared', 'verifier-may-be-challenge'],
        cases: ['PK-03', 'PK-09'],
      },
      sections('§4.1.3', '§5.3.2.2'),
    ),
    issuer: make(
      {
        id: 'issuer-in-response',
        title: 'Authorization responses contain iss',
        clause: '',
        settings: ['issuerInResponse'],
        steps: ['authorize/issuer-named'],
        weaknesses: ['issuer-wrong'],
        cases: ['AR-16'],
        judge: ({ issuerInResponse }) =>
          isOn(issuerInResponse, 'issuerInResponse', 'Responses do not name their issuer.'),
      },
      sections('§7, RFC 9700 §4.4', '§5.3.2.2'),
    ),
    openRedirect: make(
      {
        id: 'no-open-redirector',
        title: 'Server is not an open redirector',
        clause: '',
        steps: ['authorize/client-known', 'end-session/return-registered'],
        weaknesses: ['client-unknown-redirected', 'logout-open-redirect'],
        cases: ['AR-01', 'LO-04'],
      },
      sections('§7, RFC 9700 §4.11', '§5.3.2.1'),
    ),
    codeOnce: make(
      {
        id: 'code-once',
        title: 'Authorization codes work once',
        clause: '',
        steps: [`${code}/code-unused`],
        weaknesses: ['code-reusable'],
        cases: ['AC-01', 'AC-03', 'AC-08'],
      },
      sections('§4.1.3', '§5.3.2.2'),
    ),
    noRepost: make(
      {
        id: 'no-307',
        title: 'Redirects do not post credentials again (303, never 307)',
        clause: '',
        steps: ['authorize.sign-in/posted-once'],
        weaknesses: ['redirect-posts-again'],
        cases: ['AR-18'],
      },
      sections('§7, RFC 9700 §4.12', '§5.3.2.2'),
    ),
    entropy: make(
      {
        id: 'credentials-unguessable',
        title: 'Codes and tokens have 128 bits of entropy or more',
        clause: '',
        steps: ['token.client_credentials/issue', 'authorize.sign-in/issue-or-ask'],
        weaknesses: ['codes-sequential', 'access-tokens-sequential'],
        cases: ['AC-09'],
      },
      sections('§7, RFC 6749 §10.10', '§5.4.1'),
    ),
  };
}

function redirectClauses(profile: NamedProfile, make: Make) {
  return {
    redirectScheme: make(
      {
        id: 'redirect-uri-encrypted',
        title: 'Redirect URIs use https, except on the loopback address',
        clause: '',
        settings: ['profile'],
        members: ['redirect_uris', 'application_type'],
        steps: ['authorize/profile-redirect-uri', 'authorize/redirect-uri-registered'],
        weaknesses: ['redirect-uri-any'],
        cases: ['RU-07'],
        judge: enforcedBy(...strictDocuments),
        judgeClient(client) {
          const { redirect_uris: uris, application_type: type } = client.document;
          const isNative = type === 'native' || isPublicClient(client);
          return holdsIf(
            // A variable of an environment has a value that is not known here.
            uris.every((uri) => uri.includes('&{') || allowsRedirectUri(profile, uri, isNative)),
            'A redirect URI of the client uses http.',
            profile === 'oauth-2.1'
              ? 'Use https, or http://127.0.0.1.'
              : 'Use https. For http://127.0.0.1, set application_type to native.',
          );
        },
      },
      sections('§10, RFC 9700 §2.6', '§5.3.2.2'),
    ),
  };
}

/** A judgement on a setting that has to be on. */
export function isOn(value: boolean, setting: keyof AuthorizationServerSettings, why: string) {
  return holdsIf(value, why, `Set ${setting} to true.`);
}

import type { CompactJws } from '#main/platform/compact-jws.ts';
import type { DpopContext, DpopProof } from '#main/platform/dpop/index.ts';
import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import type { SamlRun } from '#main/services/saml/index.ts';
import {
  type Form,
  formValue,
  type HostedAuthentication,
  idJagTokenType,
  looksLikeDocumentUrl,
  validateBearerGrantType,
} from '#shared/oauth/index.ts';
import type { Client, JwtIssuer, SamlIssuer } from '#shared/workspace/index.ts';
import type { OAuthError } from '../errors.ts';
import type { RequestContext } from '../request-context.ts';
import type { GuardedResponse } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import type { Audience } from '../stores/audience.ts';
import type { AuthorizationCode } from '../stores/codes.ts';
import type { RefreshToken } from '../stores/refresh-tokens.ts';
import type { AccessToken } from '../stores/token-table.ts';
import type { Subject } from '../subject.ts';

/** How a client said who it is. */
export type ClientMethod = HostedAuthentication;

/** A JWT by which a client says who it is, on its way through its checks. RFC 7521 §4.2 */
export interface ClientAssertion {
  readonly jws: CompactJws;
  /** `sub`, which nothing has proven yet. */
  readonly clientId: string;
  client: Client | null;
}

/** A JWT that is an authorization grant, on its way through its checks. RFC 7523 §2.1 */
export interface JwtGrant {
  readonly jws: CompactJws;
  /** Null until it is known who vouches for it. */
  issuer: JwtIssuer | null;
}

/** Context of every request that a client sends straight to the server. */
export interface BackContext extends RequestContext, GuardedResponse {
  form: Form;
  client: Client | null;
  clientMethod: ClientMethod | null;
  /** The JWT by which the client says who it is; null: it does so in another way. */
  assertion: ClientAssertion | null;
  /** The proof of the key that tokens are bound to; null: there is none. RFC 9449 §5 */
  dpop: DpopProof | null;
  /** True if something was stored that has to be on disk before the answer, also where the request fails. */
  mustCommit: boolean;
  /** Error for the client where that fails; null: its grant may be lost. */
  unkept: OAuthError | null;
  /** Effect shown in the trace: the things issued or ended. */
  effect: string;
  /** The JSON document of a success, and its status. */
  body: string;
  status: 200 | 201;
}

/** One token request on its way through its pipeline; each step fills in its results. */
export interface TokenContext extends BackContext {
  readonly grantKnown: boolean;
  /** `grant_type` as it was sent. */
  readonly grantType: string;
  code: AuthorizationCode | null;
  refreshToken: RefreshToken | null;
  /** True if the refresh token had been rolled already and its grace period lets it through. */
  isRetryWithinGrace: boolean;
  validated: AccessToken | null;
  /** The subject of the request, where no stored token or code gives it. */
  subject: Subject | null;
  /** The assertion on its way through its checks. RFC 7522 §3 */
  saml: SamlRun<SamlIssuer> | null;
  /** RFC 7523 §3 */
  jwtGrant: JwtGrant | null;
  /** The tokens of an exchange. RFC 8693 §2.1 */
  exchanged: ExchangedTokens | null;
  /** For whom an ID-JAG is made. */
  jagSubject: JagSubject | null;
  /** Scope to grant, as the wire has it. */
  scope: string;
  /** True if the answer has to name the scope. RFC 6749 §5.1. */
  scopeDiffers: boolean;
  /** Whom the token is meant for; null: as its grant says. RFC 8707 §2.2 */
  audience: Audience;
}

/** The tokens of an exchange: for whom, and who acts. RFC 8693 §2.1 */
export interface ExchangedTokens {
  readonly subject: AccessToken;
  readonly actor: AccessToken | null;
}

/** For whom an ID-JAG is made, and what it says of their sign-in. */
export interface JagSubject {
  readonly username: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Conditions of the steps about features that few requests use: a request that uses none passes no file of theirs. */
export const namesDocument = (
  { runtime, settings }: RequestContext,
  clientId: string | undefined,
): clientId is string => {
  if (clientId === undefined || !settings.clientIdMetadataDocuments.enabled) return false;
  if (!looksLikeDocumentUrl(clientId)) return false;
  const known = runtime.registrations().client(clientId);
  return known === undefined || known.documentHash !== undefined;
};
export const documentIdOf = (context: BackContext): string | undefined => {
  const clientId = context.assertion?.clientId ?? formValue(context.form, 'client_id');
  return namesDocument(context, clientId) ? clientId : undefined;
};
export const namesAny =
  <C>(idOf: (context: C) => string | undefined) =>
  (context: C): boolean =>
    idOf(context) !== undefined;
export const isUncached = ({ document }: RequestContext): boolean =>
  document !== null && document.source !== 'cache';
export const isFetched = ({ document }: RequestContext): boolean => document?.source === 'network';
export const sendsAssertion = ({ form }: BackContext): boolean =>
  formValue(form, 'client_assertion') !== undefined;
export const isAsserted = ({ assertion }: BackContext): boolean => assertion !== null;
export const sendsProof = ({ request }: BackContext): boolean => request.headers['dpop'] !== undefined;
export const isProven = ({ dpop }: DpopContext): boolean => dpop !== null;
export const needsNonce = ({ dpop, settings }: DpopContext & RequestContext): boolean =>
  dpop !== null && settings.dpopNonces;
export const isJag = ({ jwtGrant }: TokenContext): boolean => jwtGrant?.issuer?.profile === 'id-jag';
export const wantsJag = ({ form, settings }: TokenContext): boolean =>
  settings.idJag && formValue(form, 'requested_token_type') === idJagTokenType;
export const wantsToken = (context: TokenContext): boolean => !wantsJag(context);
export const isPlainGrant = (context: TokenContext): boolean => !isJag(context);
/** Conditions of what the profiles demand that are documents of others. */
export const underNamedProfile = ({ settings: { profile } }: RequestContext): boolean =>
  profile === 'oauth-2.1' || profile === 'fapi-2.0-security';
export const underFapi = ({ settings }: RequestContext): boolean => settings.profile === 'fapi-2.0-security';
export const mustBindTokens = ({ client, grantType, runtime }: TokenContext): boolean =>
  client?.dpopBoundAccessTokens === true && grantType !== validateBearerGrantType(runtime.vendor().urn);

/** Creates what every request of a client has. */
export function createBackContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): BackContext {
  return {
    failedIndex: -1,
    skippedSteps: 0,
    failure: null,
    runtime,
    settings: runtime.settings(),
    request,
    notes,
    form,
    nowMillis: runtime.clock.nowMillis(),
    document: null,
    client: null,
    clientMethod: null,
    assertion: null,
    dpop: null,
    mustCommit: false,
    unkept: null,
    effect: '',
    body: '',
    status: 200,
    altered: null,
  };
}

/** Creates the context of one token request. All members are there from the start, so that all contexts have one shape. */
export function createTokenContext(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
  grantKnown: boolean,
): TokenContext {
  return {
    failedIndex: -1,
    skippedSteps: 0,
    failure: null,
    runtime,
    settings: runtime.settings(),
    request,
    notes,
    form,
    nowMillis: runtime.clock.nowMillis(),
    document: null,
    client: null,
    clientMethod: null,
    assertion: null,
    dpop: null,
    mustCommit: false,
    unkept: null,
    effect: '',
    body: '',
    status: 200,
    altered: null,
    grantKnown,
    grantType: formValue(form, 'grant_type') ?? '',
    code: null,
    refreshToken: null,
    isRetryWithinGrace: false,
    validated: null,
    subject: null,
    saml: null,
    jwtGrant: null,
    exchanged: null,
    jagSubject: null,
    scope: '',
    scopeDiffers: false,
    audience: null,
  };
}

export { required } from '#main/platform/pipeline.ts';

import type { PipelineDefinition } from '#main/platform/pipeline.ts';
import { formValue, validateBearerGrantType } from '#shared/oauth/index.ts';
import { invalidRequest } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import type { Audience } from '../stores/audience.ts';
import type { Family } from '../stores/families.ts';
import type { RefreshToken } from '../stores/refresh-tokens.ts';
import type { AccessToken } from '../stores/token-table.ts';
import { attributesOf } from '../subject.ts';
import { clientSteps, confidentialStep } from '../token/client-authentication.ts';
import { type BackContext, required } from '../token/context.ts';
import { formSteps } from '../token/endpoint.ts';
import { accessTokenFlaw, expiryFlaw, ownerFlaw } from '../tokens/token-state.ts';

const inactive = '{"active":false}';

/** Tells an authorized caller the meaning of a token. RFC 7662 §2 */
export const introspectionPipeline: PipelineDefinition<BackContext> = {
  id: 'introspect',
  steps: [
    ...formSteps,
    ...clientSteps,
    confidentialStep(
      'caller-confidential',
      'Caller is authenticated',
      'RFC 7662 §2.1',
      'A public client could use this endpoint to guess tokens.',
    ),
    { id: 'token-given', rule: 'Token is present', clause: 'RFC 7662 §2.1', check: checkGiven },
    { id: 'answer', rule: 'Token is described', clause: 'RFC 7662 §2.2', check: describeToken },
  ],
  effect: ({ effect }) => effect || 'No information about the token was returned.',
};

function checkGiven({ form }: BackContext): void {
  if (formValue(form, 'token') === undefined) throw invalidRequest('token parameter is required');
}

function describeToken(context: BackContext): void {
  const { runtime, form } = context;
  const text = formValue(form, 'token') ?? '';
  const access = runtime.accessTokens.find(text);
  const refresh = access === undefined ? runtime.refreshTokens.find(text) : undefined;
  if (access !== undefined) describeAccessToken(context, access);
  else if (refresh !== undefined) describeRefreshToken(context, refresh);
  else describeInactive(context, 'The token is unknown.');
}

function describeInactive(context: BackContext, why: string): void {
  context.body = inactive;
  context.effect = `Reported the token as not active. ${why}`;
}

function describeAccessToken(context: BackContext, token: AccessToken): void {
  const { runtime, nowMillis, notes } = context;
  const flaw = accessTokenFlaw(runtime, token, nowMillis) ?? mayNotKnow(context, token.clientId);
  if (flaw !== null) return describeInactive(context, flaw.detail);
  const { family, audience, boundTo } = token;
  if (family !== null) {
    notes.tags.push(`user:${family.username}`);
    family.lastUsedAtMillis = nowMillis;
  }
  const [tokenType, binding] = boundTo === null ? ['Bearer', ''] : ['DPoP', `,"cnf":{"jkt":"${boundTo}"}`];
  context.body = activeJson(runtime, token, tokenType, audience, binding + claimsJson(context, family));
  context.effect = 'Returned information about the access token. Nothing was issued or changed.';
}

function describeRefreshToken(context: BackContext, token: RefreshToken): void {
  const { runtime, nowMillis, notes } = context;
  const flaw =
    expiryFlaw(token.expiresAtMillis, nowMillis) ??
    (token.family.revoked ? { detail: 'Its grant was revoked.' } : null) ??
    (token.rolledAtMillis === null ? null : { detail: 'It was rotated.' }) ??
    ownerFlaw(runtime, token.clientId, token.family) ??
    mayNotKnow(context, token.clientId);
  if (flaw !== null) return describeInactive(context, flaw.detail);
  notes.tags.push(`user:${token.username}`);
  context.body = activeJson(runtime, token, null, null);
  context.effect = 'Returned information about the refresh token. Nothing was issued or changed.';
}

/** A resource server may know of every token, any other client of its own. RFC 7662 §4 */
function mayNotKnow({ client, runtime }: BackContext, ownerId: string): { readonly detail: string } | null {
  const { clientId, grantTypes } = required(client);
  if (clientId === ownerId || grantTypes.has(validateBearerGrantType(runtime.vendor().urn))) return null;
  return { detail: 'The caller is not a resource server, and the token belongs to another client.' };
}

interface Described {
  readonly clientId: string;
  readonly username: string | null;
  readonly scope: string;
  readonly issuedAtMillis: number;
  readonly expiresAtMillis: number | null;
}

/** RFC 7662 §2.2 */
function activeJson(
  runtime: Runtime,
  { clientId, username, scope, issuedAtMillis, expiresAtMillis }: Described,
  tokenType: string | null,
  audience: Audience,
  claims = '',
): string {
  const user = username === null ? '' : `,"username":${JSON.stringify(username)}`;
  const type = tokenType === null ? '' : `,"token_type":"${tokenType}"`;
  const end = expiresAtMillis === null ? '' : `,"exp":${Math.floor(expiresAtMillis / 1_000)}`;
  const aud = audience === null ? '' : `,"aud":${JSON.stringify(audience)}`;
  const scopeMember = scope === '' ? '' : `,"scope":${JSON.stringify(scope)}`;
  return (
    `{"active":true${scopeMember},"client_id":${JSON.stringify(clientId)}${user}${type}${end}` +
    `,"iat":${Math.floor(issuedAtMillis / 1_000)},"sub":${JSON.stringify(username ?? clientId)}${aud}` +
    `,"iss":${JSON.stringify(runtime.issuer())}${claims}}`
  );
}

/** Members of the answer that claims may not take the place of. RFC 7662 §2.2 */
const defined: ReadonlySet<string> = new Set(
  'active scope client_id username token_type exp iat nbf sub aud iss jti cnf'.split(' '),
);

const jsonOfClaims = new WeakMap<object, { readonly names: readonly string[]; readonly json: string }>();

/** Returns the claims about the user that a resource server gets besides, according to the settings. */
function claimsJson({ runtime, settings, client }: BackContext, family: Family | null): string {
  const names = settings.introspectionClaims;
  if (names.length === 0 || family === null) return '';
  if (!required(client).grantTypes.has(validateBearerGrantType(runtime.vendor().urn))) return '';
  const attributes = attributesOf(runtime, family);
  if (attributes === null) return '';
  const known = jsonOfClaims.get(attributes);
  if (known?.names === names) return known.json;
  const told = names.filter((name) => !defined.has(name) && Object.hasOwn(attributes, name));
  const json = told.map((name) => `,${JSON.stringify(name)}:${JSON.stringify(attributes[name])}`).join('');
  jsonOfClaims.set(attributes, { names, json });
  return json;
}

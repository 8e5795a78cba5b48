import type { ForgeForm } from './forge-form.ts';

/** The JWTs that clients and servers send each other besides tokens. */
export const forgeShapeIds = [
  'client-assertion',
  'dpop-proof',
  'request-object',
  'jarm-response',
  'logout-token',
  'id-jag',
] as const;
export type ForgeShapeId = (typeof forgeShapeIds)[number];

/** Parties and moment from which a JWT is made. */
export interface ShapeContext {
  /** Issuer of the authorization server. */
  readonly issuer: string;
  readonly nowMillis: number;
  /** A text that was not used before. */
  readonly unique: string;
}

interface Shape {
  readonly typ: string | null;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The header has the public key. */
  readonly isEmbedded?: boolean;
}

const client = 'portal-web';
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

const shapes: Readonly<
  Record<ForgeShapeId, (parts: ShapeContext & { readonly nowSeconds: number }) => Shape>
> = {
  /** RFC 7523 §3, RFC 10070 */
  'client-assertion': ({ issuer, unique, nowSeconds }) => ({
    typ: 'client-authentication+jwt',
    claims: { iss: client, sub: client, aud: issuer, jti: unique, iat: nowSeconds, exp: nowSeconds + 60 },
  }),
  /** RFC 9449 §4.2 */
  'dpop-proof': ({ issuer, unique, nowSeconds }) => ({
    typ: 'dpop+jwt',
    isEmbedded: true,
    claims: { jti: unique, htm: 'POST', htu: `${issuer}/as/token.oauth2`, iat: nowSeconds },
  }),
  /** RFC 9101 §4 */
  'request-object': ({ issuer, unique, nowSeconds }) => ({
    typ: 'oauth-authz-req+jwt',
    claims: {
      iss: client,
      aud: issuer,
      client_id: client,
      response_type: 'code',
      redirect_uri: 'https://portal.example/cb',
      scope: 'openid',
      state: unique,
      nbf: nowSeconds,
      exp: nowSeconds + 300,
    },
  }),
  /** JARM §2.1 */
  'jarm-response': ({ issuer, unique, nowSeconds }) => ({
    typ: null,
    claims: { iss: issuer, aud: client, exp: nowSeconds + 300, code: unique, state: 'state-of-the-request' },
  }),
  /** OpenID Connect Back-Channel Logout §2.4 */
  'logout-token': ({ issuer, unique, nowSeconds }) => ({
    typ: 'logout+jwt',
    claims: {
      iss: issuer,
      aud: client,
      iat: nowSeconds,
      exp: nowSeconds + 120,
      jti: unique,
      sub: 'ann',
      sid: 'session-at-the-server',
      events: { [logoutEvent]: {} },
    },
  }),
  /** draft-ietf-oauth-identity-assertion-authz-grant-04 §4.3 */
  'id-jag': ({ issuer, unique, nowSeconds }) => ({
    typ: 'oauth-id-jag+jwt',
    claims: {
      iss: 'https://idp.example',
      sub: 'ann',
      aud: issuer,
      client_id: client,
      jti: unique,
      iat: nowSeconds,
      exp: nowSeconds + 300,
      scope: 'orders.read',
    },
  }),
};

/** Header and claims of a JWT of some kind, as its document has them, and how it is signed at first. */
export function shapedForm(
  id: ForgeShapeId,
  context: ShapeContext,
): Pick<ForgeForm, 'header' | 'claims' | 'kind' | 'keyAlgorithm' | 'isEmbedded'> {
  const nowSeconds = Math.floor(context.nowMillis / 1_000);
  const { typ, claims, isEmbedded = false } = shapes[id]({ ...context, nowSeconds });
  const header = { alg: 'ES256', ...(typ === null ? {} : { typ }) };
  return {
    header: JSON.stringify(header, null, 2),
    claims: JSON.stringify(claims, null, 2),
    kind: 'session-key',
    keyAlgorithm: 'ES256',
    isEmbedded,
  };
}

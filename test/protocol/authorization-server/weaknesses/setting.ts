import { generateKeyPairSync } from 'node:crypto';
import { openGate } from '#main/platform/gate.ts';
import { type Outgoing, outgoingThrough } from '#main/platform/outgoing.ts';
import type { IdentityProvider, JwtIssuer, SamlIssuer } from '#shared/workspace/index.ts';
import {
  ordersApi,
  portalWeb,
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { createIssuer, type Issuer, issuerName } from '#test/unit/src-main/services/saml/parties.ts';
import { callback, exchange, member, obtainCode } from '../parties.ts';

export const samlGrant = 'urn:ietf:params:oauth:grant-type:saml2-bearer';
export const jwtGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const scopes = ['openid', 'orders.read', 'orders.write'];

const portalKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The key with which the portal signs. */
export const privateKey = portalKeys.privateKey;

/** The portal's public key, with which its request objects are verified. */
export const publicKey = portalKeys.publicKey.export({ format: 'jwk' }) as JsonWebKey &
  Readonly<Record<string, unknown>>;

export const [orders, stock] = ['https://orders.example', 'https://stock.example'];

/** The keys of a client that signs who it is. */
export const signerKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The keys of an issuer whose JWTs are grants, and ID-JAGs under a name of their own. */
export const partnerKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const partnerName = 'https://partner.example';

const partner: JwtIssuer = {
  name: 'partner',
  issuer: partnerName,
  profile: 'jwt-bearer',
  keys: {
    inline: [partnerKeys.publicKey.export({ format: 'jwk' })],
    uri: undefined,
  },
  algorithms: undefined,
  subject: 'user',
  subjectClaim: undefined,
};

const signer = {
  clientId: 'signer',
  authentication: 'private_key_jwt',
  secret: 'signer-secret',
  keys: {
    inline: [signerKeys.publicKey.export({ format: 'jwk' }) as Readonly<Record<string, unknown>>],
    uri: undefined,
  },
  grantTypes: ['client_credentials'],
} as const;

const clients = [
  {
    ...portalWeb,
    scopes,
    grantTypes: ['authorization_code', 'refresh_token', 'password', samlGrant, jwtGrant],
    responseTypes: ['code', 'id_token'],
    keys: { inline: [publicKey], uri: undefined },
    logout: { redirectUris: ['http://127.0.0.1:9035/goodbye'], backchannelUri: undefined },
  },
  {
    clientId: 'mobile-app',
    redirectUris: [callback],
    scopes,
    requirePkce: true,
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
  },
  {
    clientId: 'shop',
    secret: 'shop-secret',
    redirectUris: ['https://shop.example/cb'],
    scopes,
    grantTypes: ['authorization_code', 'refresh_token', exchangeGrant],
    responseTypes: ['code'],
  },
  {
    clientId: 'double',
    secret: 'double-secret',
    audiences: [orders, stock],
    redirectUris: [callback, 'http://127.0.0.1:9035/other'],
    scopes,
    grantTypes: ['authorization_code', 'client_credentials'],
    responseTypes: ['code'],
  },
  {
    clientId: 'scripted',
    secret: 'scripted-secret',
    redirectUris: ['javascript:alert(1)'],
    grantTypes: ['authorization_code'],
    responseTypes: ['code'],
  },
  { clientId: 'token-app', redirectUris: [callback], scopes, responseTypes: ['token'] },
  {
    clientId: 'bound-app',
    redirectUris: [callback],
    scopes,
    dpopBoundAccessTokens: true,
    responseTypes: ['token'],
  },
  { clientId: 'coded', secret: 'a:b%+c', scopes, grantTypes: ['client_credentials'] },
  { clientId: 'ann', secret: 'ann-secret', scopes, grantTypes: ['client_credentials'] },
  { clientId: 'kiosk', scopes, grantTypes: ['client_credentials'] },
  ordersApi,
  signer,
  { ...signer, clientId: 'other-signer', keys: { inline: [publicKey], uri: undefined } },
] as const;

/** A server, an issuer of assertions that it trusts, and the tokens of ann at the portal. */
export interface Setting {
  readonly as: TestAuthorizationServer;
  readonly issuer: Issuer;
  /** Trusted too, for people of its own. */
  readonly secondIssuer: Issuer;
  /** Lets people sign in at this provider too. */
  readonly trustProvider: (provider: IdentityProvider) => void;
  /** Lets its own requests leave in another way. */
  readonly reachBy: (outgoing: Outgoing) => void;
  readonly tokens: (scope?: string) => Promise<{ readonly access: string; readonly refresh: string }>;
}

/** Tries an attack; true where it succeeded. */
export type Attack = (setting: Setting) => Promise<boolean>;

let issuer: Issuer | null = null;
let secondIssuer: Issuer | null = null;

export const secondIssuerName = 'https://second-idp.example';

/** Stands a server in the training profile with these weaknesses, and no others. */
export async function begin(weaknesses: readonly string[]): Promise<Setting> {
  issuer ??= await createIssuer();
  secondIssuer ??= await createIssuer();
  const trusted: SamlIssuer = {
    name: 'idp',
    issuer: issuerName,
    certificatesPem: [issuer.cert],
    audiences: undefined,
    recipients: undefined,
    skewSeconds: 60,
    subject: 'user',
    subjectAttribute: undefined,
  };
  let outgoing = outgoingThrough(openGate);
  const identityProviders: IdentityProvider[] = [];
  const as = await startAuthorizationServer({
    outgoing: { routeTo: (target) => outgoing.routeTo(target), problems: () => [] },
    clients,
    identityProviders,
    samlIssuers: [
      trusted,
      { ...trusted, name: 'second', issuer: secondIssuerName, certificatesPem: [secondIssuer.cert] },
    ],
    jwtIssuers: [partner, { ...partner, issuer: `${partnerName}/id-jag`, profile: 'id-jag' }],
    settings: {
      profile: 'training',
      idJag: true,
      weaknesses: [...weaknesses],
      rollRefreshTokens: true,
      allowPlainPkce: false,
      refreshTokenLifetimeSeconds: 86_400,
    },
  });
  const tokens = async (scope = 'orders.read') => {
    const answer = await exchange(as, await obtainCode(as, { scope }));
    return { access: member(answer, 'access_token'), refresh: member(answer, 'refresh_token') };
  };
  const reachBy = (other: Outgoing): void => void (outgoing = other);
  const trustProvider = (provider: IdentityProvider): void => void identityProviders.push(provider);
  return { as, issuer, secondIssuer, trustProvider, reachBy, tokens };
}

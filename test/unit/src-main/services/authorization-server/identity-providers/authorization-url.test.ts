import { describe, expect, test } from 'vitest';
import {
  authorizationUrl,
  type ProviderRequest,
} from '#main/services/authorization-server/identity-providers/authorization-url.ts';

const base: ProviderRequest = {
  provider: {
    name: 'corp',
    displayName: 'Corp',
    issuer: 'https://corp.example',
    clientId: 'gatehouse & co',
    clientSecret: () => null,
    responseType: 'code',
    scope: 'openid email',
    usernameClaim: 'sub',
    accepts: 'any',
  },
  metadata: {
    authorizationEndpoint: 'https://corp.example/authorize',
    tokenEndpoint: null,
    userinfoEndpoint: null,
    jwksUri: 'https://corp.example/keys',
    isIssuerInResponse: false,
  },
  // The verifier and its challenge are the example of RFC 7636 Appendix B.
  away: { provider: 'corp', state: 's', nonce: 'n', verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' },
  asked: {
    clientId: 'portal-web',
    redirectUri: 'http://127.0.0.1/cb',
    redirectUriGiven: true,
    responseType: 'code',
    responseMode: 'query',
    errorMode: 'query',
    scopes: [],
    scopeDiffers: false,
    encodedState: null,
    responseIssuer: null,
    challenge: null,
    nonce: null,
    dpopJkt: null,
    prompts: new Set(),
    maxAgeSeconds: null,
    loginHint: '',
    hintedUsername: null,
    pushedUri: null,
    audience: null,
    claims: null,
    isClassEssential: false,
    documentHash: undefined,
    uiLocales: '',
  },
  issuer: 'https://gate.example',
  mustSignIn: false,
};

const query = (changes: Partial<ProviderRequest>) =>
  Object.fromEntries(new URL(authorizationUrl({ ...base, ...changes })).searchParams);

describe('the authorization request to a provider', () => {
  test('says what is needed and nothing more', () => {
    expect(query({})).toEqual({
      response_type: 'code',
      client_id: 'gatehouse & co',
      redirect_uri: 'https://gate.example/as/provider-callback',
      scope: 'openid email',
      state: 's',
      nonce: 'n',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
  });

  test('keeps the query of the endpoint, but nothing of its own may be said there already', () => {
    const authorizationEndpoint = 'https://corp.example/authorize?tenant=a&state=planted&nonce=#part';
    const url = new URL(authorizationUrl({ ...base, metadata: { ...base.metadata, authorizationEndpoint } }));
    expect(url.searchParams.get('tenant')).toBe('a');
    expect(url.searchParams.getAll('state')).toEqual(['s']);
    expect(url.searchParams.getAll('nonce')).toEqual(['n']);
    expect(url.hash).toBe('');
  });

  test('passes on whom and how lately the client wants, and the languages', () => {
    const asked = { ...base.asked, maxAgeSeconds: 0, loginHint: 'ada', uiLocales: 'de en' };
    expect(query({ asked, mustSignIn: true })).toMatchObject({
      max_age: '0',
      prompt: 'login',
      login_hint: 'ada',
      ui_locales: 'de en',
    });
  });
});

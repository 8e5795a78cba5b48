import type { FlowSetup } from '#shared/flows/index.ts';

type Setup<Key extends keyof FlowSetup> = Partial<FlowSetup[Key]>;

/** The setup of a flow: a confidential client at a server without any endpoint but those that are named. */
export function flowSetup(
  endpoints: Setup<'endpoints'>,
  client: Setup<'client'>,
  vendorUrn = 'gatehouse',
): FlowSetup {
  return {
    endpoints: {
      issuer: 'https://as.example',
      metadata: 'https://as.example/.well-known/openid-configuration',
      authorization: 'https://as.example/authorize',
      token: 'https://as.example/token',
      introspection: null,
      revocation: null,
      pushedAuthorization: null,
      registration: null,
      endSession: null,
      userinfo: null,
      jwks: null,
      resource: null,
      ...endpoints,
    },
    client: {
      clientId: 'portal',
      authentication: 'client_secret_basic',
      scopes: ['orders.read'],
      redirectUri: 'http://client.example/cb',
      grantTypes: null,
      responseTypes: null,
      ...client,
    },
    username: 'ann',
    vendorUrn,
    options: { tokenPlace: 'header', responseType: null, responseMode: null },
    tokenSource: 'obtained',
    holder: null,
    clientPrefix: '',
  };
}

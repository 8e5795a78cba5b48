import type { ClientSpec } from '#test/support/authorization-server.ts';
import { ordersApi, portalWeb } from '#test/support/authorization-server.ts';

export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Clients of which each is refused something that another one may do. */
export const refusedClients: readonly ClientSpec[] = [
  {
    ...portalWeb,
    scopes: ['orders.read', 'profile'],
    grantTypes: ['authorization_code', 'refresh_token', tokenExchange],
  },
  {
    clientId: 'other-web',
    secret: 'other-web-secret',
    redirectUris: ['https://other.example/a', 'https://other.example/b'],
    scopes: ['orders.read'],
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
    responseTypes: ['code', 'token'],
  },
  {
    clientId: 'mobile',
    redirectUris: ['com.example:/cb'],
    grantTypes: ['implicit'],
    responseTypes: ['token'],
  },
  {
    clientId: 'scripted',
    secret: 's',
    redirectUris: ['javascript:alert(1)'],
    grantTypes: ['authorization_code'],
  },
  ordersApi,
];

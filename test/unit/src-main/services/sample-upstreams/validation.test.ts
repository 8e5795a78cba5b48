import { expect, test } from 'vitest';
import type { RawRequest } from '#main/platform/raw-http.ts';
import type { ResourceServerPorts } from '#main/services/sample-upstreams/resource/context.ts';
import { audienceOfToken } from '#main/services/sample-upstreams/resource/validation.ts';

test.each([
  ['http://127.0.0.1:9031', '/as/introspect.oauth2'],
  ['http://127.0.0.1:9031/tenants/one', '/tenants/one/as/introspect.oauth2'],
])('the authorization server at %s is asked at %s', async (base, target) => {
  const sent: RawRequest[] = [];
  const ports: Pick<ResourceServerPorts, 'authorizationServer' | 'credentials' | 'send'> = {
    authorizationServer: () => base,
    credentials: () => ({ clientId: 'orders-api', secret: 's' }),
    send: async (request) => {
      sent.push(request);
      const headers = ['Content-Type', 'application/json'];
      const body = Buffer.from('{"active":true,"aud":["a","b"]}');
      return { exchangeId: '', response: { status: 200, reason: '', headers, body, clientPort: 0 } };
    },
  };
  expect(await audienceOfToken(ports as ResourceServerPorts, 'token')).toEqual(['a', 'b']);
  expect(sent).toMatchObject([{ origin: 'http://127.0.0.1:9031', target }]);
});

import { describe, expect, onTestFinished, test } from 'vitest';
import {
  sandboxAgreementId,
  sandboxEnvironmentId,
  sandboxUserId,
} from '#main/services/platform-sandbox/index.ts';
import { signInByHand, tokenRequest } from '#test/support/people.ts';
import { startedOnce } from '#test/support/started.ts';
import { detailsOf, type Json, listed, startPlatform } from './platform.ts';

/** An ordinary application that may have scopes of the form that platform APIs no longer look at. */
const former = 'p1:read:env:user p1:update:env:user p1:reset:userPassword p1:reset:self:userPassword';

const platform = startedOnce(() =>
  startPlatform(
    {},
    {
      'oauth/clients/portal-web.json': {
        client_id: 'portal-web',
        client_secret: 'planted-client-secret',
        redirect_uris: ['http://127.0.0.1:9035/cb'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        scope: former,
      },
      'oauth/clients/batch-job.json': {
        client_id: 'batch-job',
        client_secret: 'planted-batch-secret',
        grant_types: ['client_credentials'],
        scope: former,
      },
    },
  ),
);

const batch = ['batch-job', 'planted-batch-secret'] as const;

/** A token of a user, got on the hosted pages. */
async function tokenOfAnn(scope: string): Promise<string> {
  const redirectUri = `${platform.upstreams}/cb`;
  const callback = await signInByHand({
    authorizationServer: platform.authorizationServer,
    query: { client_id: 'portal-web', response_type: 'code', redirect_uri: redirectUri, scope },
    username: 'ann',
    password: 'planted-password',
  });
  const { body } = await tokenRequest(platform.authorizationServer, ['portal-web', 'planted-client-secret'], {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
  });
  return String(body['access_token']);
}

describe('who may call the platform', () => {
  test('a worker application may', async () => {
    expect((await platform.get('users?limit=1')).status).toBe(200);
  });

  test('without a token it is 401, with a challenge', async () => {
    const refused = await platform.call('GET', 'users', { token: null });
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ code: 'ACCESS_FAILED' });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('with a token that nobody issued it is 401', async () => {
    const refused = await platform.call('GET', 'users', { token: 'made-up' });
    expect(refused.status).toBe(401);
    expect(detailsOf(refused)).toMatchObject([{ code: 'INVALID_TOKEN' }]);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  test('a revoked token is 401 at once', async () => {
    const token = await platform.token();
    expect((await platform.call('GET', 'users', { token })).status).toBe(200);
    await fetch(`${platform.authorizationServer}/as/revoke_token.oauth2`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('loader:planted-worker-secret').toString('base64')}` },
      body: new URLSearchParams({ token }),
    });
    expect((await platform.call('GET', 'users', { token })).status).toBe(401);
  });

  test('an application that is no worker gets 403, whatever its scopes say', async () => {
    const token = await platform.token(batch);
    const refused = await platform.call('GET', 'users', { token });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'ACCESS_FAILED' });
    expect((await platform.call('GET', '/environments', { token })).status).toBe(403);
  });

  test('a user may change the own password under the renamed scope, and under no other', async () => {
    const ann = (await platform.call('POST', 'users', { body: { username: 'ann' } })).body;
    const other = sandboxUserId(3);
    await platform.call('PUT', `users/${String(ann['id'])}/password`, {
      action: 'password.set',
      body: { value: 'first password' },
    });
    const change = async (scope: string, id: string) => {
      const body = { currentPassword: 'first password', newPassword: 'second password' };
      const token = await tokenOfAnn(scope);
      return platform.call('PUT', `users/${id}/password`, { action: 'password.reset', body, token });
    };
    expect((await change('p1:reset:self:userPassword', String(ann['id']))).status).toBe(403);
    expect((await change('p1:reset:userPassword', other)).status).toBe(403);
    expect(await change('p1:reset:userPassword', String(ann['id']))).toMatchObject({
      status: 200,
      body: { status: 'OK' },
    });
    const again = await change('p1:reset:userPassword', String(ann['id']));
    expect(detailsOf(again)).toMatchObject([{ code: 'INVALID_VALUE', target: 'currentPassword' }]);
  });

  test('the trace says which rule was broken', async () => {
    await platform.call('GET', 'users', { token: await platform.token(batch) });
    platform.engine.recorder.flush();
    const { items } = await platform.engine.ports.storage.exchanges.page({ limit: 1, service: 'platform' });
    const rules = items[0]?.trace?.rules ?? [];
    expect(rules.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      id: 'worker',
      detail: 'The client batch-job is not a worker application.',
    });
  });
});

describe('how the platform is called', () => {
  const consent = `users/${sandboxUserId(1)}/agreementConsents/${sandboxAgreementId(1)}`;

  test('with and without /v1; links stay under what was used', async () => {
    const path = `/environments/${sandboxEnvironmentId}/agreements`;
    for (const prefix of ['', '/v1']) {
      const answered = await platform.get(`${prefix}${path}`);
      expect(answered.status).toBe(200);
      const [first] = listed(answered, 'agreements');
      const links = first?.['_links'] as Json | undefined;
      expect(links?.['self']).toEqual({
        href: `${platform.platform}${prefix}${path}/${String(first?.['id'])}`,
      });
    }
  });

  test('everything lies below an environment, and one that is not there is a 404', async () => {
    const environments = listed(await platform.get('/environments'), 'environments');
    expect(environments).toMatchObject([{ id: sandboxEnvironmentId, type: 'SANDBOX' }]);
    expect((await platform.get(`/environments/${sandboxEnvironmentId}`)).body).toEqual(environments[0]);
    expect((await platform.get('/environments/another/users')).status).toBe(404);
    expect((await platform.get('nothing-here')).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await platform.get('/nothing')).status).toBe(404);
  });

  test('a method that is not taken is 405 with Allow', async () => {
    const refused = await platform.call('PUT', consent, { body: {} });
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('GET, POST');
  });

  test('the media type starts the action: any other is 415', async () => {
    for (const type of ['application/json', 'text/plain', 'application/vnd.gatehouse.consent.other+json']) {
      const refused = await platform.call('POST', consent, { body: {}, headers: { 'content-type': type } });
      expect(refused.status).toBe(415);
      expect(refused.headers.get('accept-post')).toBe(
        'application/vnd.gatehouse.consent.accept+json, application/vnd.gatehouse.consent.revoke+json',
      );
    }
    const accept = 'application/vnd.GATEHOUSE.consent.accept+json; charset=utf-8';
    // Taken, and then found to lack its members.
    expect(
      (await platform.call('POST', consent, { body: {}, headers: { 'content-type': accept } })).status,
    ).toBe(400);
    expect(
      (await platform.call('POST', 'users', { body: {}, headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415);
  });

  test('media types and headers carry the name of the vendor', async () => {
    const vendor = { mediaType: 'acme', header: 'Acme' };
    const other = await startPlatform(
      {},
      { 'gatehouse.json': { id: 'test', name: 'Test workspace', vendor } },
    );
    onTestFinished(() => other.stop());
    const post = (type: string) =>
      other.call('POST', consent, {
        body: {},
        headers: { 'content-type': type, 'x-acme-external-transaction-id': 'job-1:17' },
      });
    const taken = await post('application/vnd.acme.consent.accept+json');
    expect(detailsOf(taken)).toMatchObject([{ target: 'language.id' }, { target: 'revision.id' }]);
    expect(taken.headers.get('x-acme-external-transaction-id')).toBe('job-1:17');
    expect((await post('application/vnd.gatehouse.consent.accept+json')).status).toBe(415);
  });

  test('who does not take JSON gets 406', async () => {
    const get = (accept: string) => platform.call('GET', 'users?limit=1', { headers: { accept } });
    for (const accept of ['text/html', 'application/xml, text/*;q=0.5', 'application/json;q=0'])
      expect((await get(accept)).status).toBe(406);
    for (const accept of ['*/*', 'application/hal+json', 'text/html, application/*;q=0.1'])
      expect((await get(accept)).status).toBe(200);
  });

  test('a body that is no JSON object is 400 INVALID_REQUEST', async () => {
    for (const body of ['[]', '{', '"x"']) {
      const response = await fetch(`${platform.platform}/environments/${sandboxEnvironmentId}/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await platform.token()}`, 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST' });
    }
  });

  test('a body whose levels could not be written again is refused, and nothing of it stays', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const response = await fetch(`${platform.platform}/environments/${sandboxEnvironmentId}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await platform.token()}`, 'content-type': 'application/json' },
      body: `{"username":"deep","extra":${deep}}`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('32 levels'),
    });
    const found = await platform.get('users?filter=username%20eq%20%22deep%22');
    expect(found).toMatchObject({ status: 200, body: { count: 0 } });
  });

  test('the transaction that a caller names is echoed, in refusals too', async () => {
    const named = (id: string, path: string) =>
      platform.call('GET', path, { headers: { 'x-gatehouse-external-transaction-id': id } });
    const echo = 'x-gatehouse-external-transaction-id';
    expect((await named('job-1:17', 'users?limit=1')).headers.get(echo)).toBe('job-1:17');
    expect((await named('x'.repeat(100), 'users/none')).headers.get(echo)).toBe('x'.repeat(100));
    expect((await named('x'.repeat(101), 'users?limit=1')).status).toBe(400);
    expect((await platform.get('users?limit=1')).headers.get(echo)).toBeNull();
  });
});

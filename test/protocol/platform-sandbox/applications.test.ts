import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createPasswordHasher } from '#main/platform/password-hash.ts';
import { sandboxRecordKinds } from '#main/platform/ports.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { type Answered, detailsOf, type Json, listed, startPlatform } from './platform.ts';

const platform = startedAnew(() => startPlatform());

const idOf = ({ body }: Answered) => String(body['id']);
const create = (more: Json) =>
  platform.call('POST', 'applications', {
    body: { name: 'Portal', enabled: true, protocol: 'OPENID_CONNECT', ...more },
  });

describe('an application', () => {
  test('has a protocol, of which NONE is none any more', async () => {
    expect((await create({})).status).toBe(201);
    const refused = await create({ protocol: 'NONE' });
    expect(refused.status).toBe(400);
    expect(detailsOf(refused)).toMatchObject([
      {
        code: 'INVALID_VALUE',
        target: 'protocol',
        message: 'protocol: NONE is no longer supported',
        innerError: { allowedValues: ['OPENID_CONNECT', 'SAML', 'EXTERNAL_LINK'] },
      },
    ]);
    const { body } = await create({});
    const changed = await platform.call('PUT', `applications/${String(body['id'])}`, {
      body: { ...body, protocol: 'NONE' },
    });
    expect(changed.status).toBe(400);
  });

  test('of a phone is opened by its uriPrefix: an app link, a universal link or a scheme', async () => {
    for (const uriPrefix of ['https://app.example/open', 'acme-app://', 'com.acme.app://x']) {
      const made = await create({ type: 'NATIVE_APP', mobile: { uriPrefix } });
      expect(made.body).toMatchObject({ mobile: { uriPrefix } });
    }
    for (const uriPrefix of ['app', '', '1app://', 'app:// x'])
      expect(detailsOf(await create({ type: 'NATIVE_APP', mobile: { uriPrefix } }))).toMatchObject([
        { code: 'INVALID_VALUE', target: 'mobile.uriPrefix' },
      ]);
    expect(detailsOf(await create({ mobile: { uriPrefix: 'acme://' } }))).toMatchObject([
      { target: 'mobile' },
    ]);
  });

  test('may set conditions for actors that authenticate', async () => {
    const accessControl = {
      role: { type: 'ADMIN_USERS_ONLY' },
      group: { type: 'ANY_GROUP', groups: [{ id: 'staff' }] },
    };
    expect((await create({ accessControl })).body).toMatchObject({ accessControl });
    expect(
      detailsOf(await create({ accessControl: { group: { type: 'SOME', groups: [{ id: 'x' }] } } })),
    ).toMatchObject([{ target: 'accessControl.group.type' }]);
  });

  test('with SAML: expressions in its settings begin with a dollar sign', async () => {
    const saml = (nameId: string) => create({ protocol: 'SAML', samlOptions: { subject: { nameId } } });
    expect((await saml('${user.username}')).status).toBe(201);
    expect((await saml('plain text')).status).toBe(201);
    expect(detailsOf(await saml('{user.username}'))).toMatchObject([
      { code: 'INVALID_VALUE', target: 'samlOptions.subject.nameId' },
    ]);
    expect((await saml('${user.name.given} {user.name.family}')).status).toBe(400);
  });

  test('maps attributes as CORE, SCOPE or CUSTOM', async () => {
    const path = `applications/${idOf(await create({ protocol: 'SAML' }))}/attributes`;
    const map = (more: Json) =>
      platform.call('POST', path, { body: { name: 'mail', value: '${user.email}', ...more } });
    for (const mappingType of ['CORE', 'SCOPE', 'CUSTOM'])
      expect((await map({ mappingType })).body).toMatchObject({ mappingType });
    expect((await map({})).body).toMatchObject({ mappingType: 'CUSTOM' });
    expect(detailsOf(await map({ mappingType: 'OTHER' }))).toMatchObject([
      { target: 'mappingType', innerError: { allowedValues: ['CORE', 'SCOPE', 'CUSTOM'] } },
    ]);
    expect(detailsOf(await map({ value: '{user.email}' }))).toMatchObject([{ target: 'value' }]);
    expect(listed(await platform.get(path), 'attributes')).toHaveLength(4);
  });
});

describe('a sign-on policy action', () => {
  const add = async (more: Json) => {
    const policies = listed(await platform.get('signOnPolicies'), 'signOnPolicies');
    const known = policies[0]?.['id'];
    const made = async () =>
      idOf(await platform.call('POST', 'signOnPolicies', { body: { name: 'Portal' } }));
    const id = typeof known === 'string' ? known : await made();
    const body = { type: 'LOGIN', priority: 1, ...more };
    return platform.call('POST', `signOnPolicies/${id}/actions`, { body });
  };

  test('is of one of the types', async () => {
    expect((await add({ type: 'IDENTIFIER_FIRST' })).status).toBe(201);
    const attributes = [{ name: 'email', required: true }];
    expect((await add({ type: 'PROGRESSIVE_PROFILING', attributes })).body).toMatchObject({ attributes });
    expect(detailsOf(await add({ type: 'PROGRESSIVE_PROFILING' }))).toMatchObject([{ target: 'attributes' }]);
    expect(detailsOf(await add({ type: 'OTHER' }))).toMatchObject([
      { code: 'INVALID_VALUE', target: 'type' },
    ]);
    expect(detailsOf(await add({ type: 'AGREEMENT' }))).toMatchObject([{ target: 'agreement.id' }]);
  });

  test('has conditions whose names are in camelCase', async () => {
    const conditions = {
      or: [
        { ipRange: ['192.0.2.0/24'], contains: '${flow.request.http.remoteIp}' },
        { secondsSince: 3_600, greater: '${session.lastSignOn.withAuthenticator.pwd.at}' },
        { not: { anonymousNetwork: ['198.51.100.7'] } },
        { geovelocity: { valid: '${user}' } },
        { ipReputation: { minScore: 80, maxScore: 100 } },
      ],
    };
    expect((await add({ conditions })).body).toMatchObject({ conditions });
    for (const [name, value] of [
      ['ip_range', ['192.0.2.0/24']],
      ['SecondsSince', 5],
      ['ip-range', ['192.0.2.0/24']],
    ] as const)
      expect(detailsOf(await add({ conditions: { and: [{ [name]: value }] } }))).toMatchObject([
        {
          code: 'INVALID_VALUE',
          target: `conditions.and.0.${name}`,
          message: `${name} is not in camelCase.`,
        },
      ]);
  });

  test('has conditions that hold what they must', async () => {
    for (const conditions of [
      { ipRange: ['192.0.2.0/33'] },
      { ipRange: 'everywhere' },
      { secondsSince: '3600' },
      { anonymousNetwork: ['nowhere'] },
      { geovelocity: true },
      { ipReputation: { minScore: 80 } },
    ])
      expect(detailsOf(await add({ conditions }))).toMatchObject([
        { code: 'INVALID_VALUE', target: `conditions.${Object.keys(conditions)[0]}` },
      ]);
  });

  test('asks a mobile device for extraVerification', async () => {
    const mfa = { type: 'MULTI_FACTOR_AUTHENTICATION', extraVerification: 'RESTRICTIVE' };
    expect((await add(mfa)).body).toMatchObject(mfa);
    expect(detailsOf(await add({ extraVerification: 'RESTRICTIVE' }))).toMatchObject([
      { target: 'extraVerification' },
    ]);
  });
});

describe('a flow', () => {
  const authorize = (application: string, request?: string) =>
    platform.call('POST', 'authorize', { body: { application: { id: application }, request } });

  test('tells by its status alone where it stands; steps have no resource of their own', async () => {
    const value = 'a long password';
    await platform.call('PUT', `users/${sandboxUserId(7)}/password`, {
      action: 'password.set',
      body: { value },
    });
    const { body } = await authorize(idOf(await create({})));
    expect(body).toMatchObject({ status: 'USERNAME_PASSWORD_REQUIRED' });
    const path = `flows/${String(body['id'])}`;
    const check = (password: string) =>
      platform.call('POST', path, {
        action: 'usernamePassword.check',
        body: { username: 'hana.hale7', password },
      });
    expect(detailsOf(await check('another password'))).toMatchObject([{ code: 'INVALID_VALUE' }]);
    expect((await platform.get(path)).body).toMatchObject({ status: 'USERNAME_PASSWORD_REQUIRED' });
    expect((await check(value)).body).toMatchObject({ status: 'COMPLETED', user: { id: sandboxUserId(7) } });
    expect((await platform.get(path)).body).toMatchObject({ status: 'COMPLETED' });
    expect(detailsOf(await check(value))).toMatchObject([{ target: 'status' }]);
    expect((await platform.get(`${path}/step/1`)).status).toBe(404);
  });

  test('takes a password that was hashed at another cost, and hashes it anew', async () => {
    const storage = createMemoryStorage({ maxExchanges: 100, maxExchangeBytes: 1_000_000 });
    await startInstead(platform, () => startPlatform({}, {}, { storage }));
    const value = 'a long password';
    const list = `users/${sandboxUserId(7)}/password`;
    await platform.call('PUT', list, { action: 'password.set', body: { value } });
    const setAt = (await platform.get(list)).body['lastChangedAt'];
    const { body } = await authorize(idOf(await create({})));
    const passwords = createPasswordHasher(createSystemRandom(), { logN: 5, r: 2, p: 3 });
    await startInstead(platform, () => startPlatform({}, {}, { storage, passwords }));
    const check = (password: string) =>
      platform.call('POST', `flows/${String(body['id'])}`, {
        action: 'usernamePassword.check',
        body: { username: 'hana.hale7', password },
      });
    const kept = () =>
      storage.records.get<{ entity: { value: { hash: string } } }>(
        sandboxRecordKinds.entity,
        `${list}/state`,
      );
    expect(detailsOf(await check('another password'))).toMatchObject([{ code: 'INVALID_VALUE' }]);
    expect((await kept())?.entity.value.hash).toMatch(/^scrypt\$4\$1\$1\$/);
    expect((await check(value)).body).toMatchObject({ status: 'COMPLETED' });
    expect((await kept())?.entity.value.hash).toMatch(/^scrypt\$5\$2\$3\$/);
    // It is the same password since the same time.
    expect((await platform.get(list)).body['lastChangedAt']).toBe(setAt);
  });

  test('begins with a request object, and a bad one is told exactly what is wrong with it', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const other = await generateKeyPair('ES256');
    const jwks = { keys: [await exportJWK(publicKey)] };
    const application = idOf(await create({ jwks }));
    const seconds = Math.floor(platform.clock.nowMillis() / 1_000);
    const sign = (claims: Json, key = privateKey) =>
      new SignJWT({ iss: application, aud: 'https://auth.example', exp: seconds + 60, ...claims })
        .setProtectedHeader({ alg: 'ES256' })
        .sign(key);
    expect((await authorize(application, await sign({}))).status).toBe(201);
    for (const [request, message] of [
      [await sign({ exp: seconds - 5 }), 'it has expired (exp).'],
      [await sign({ nbf: seconds + 500 }), 'the claim nbf is wrong.'],
      [await sign({ iss: 'another' }), 'the claim iss is wrong.'],
      [await sign({ aud: undefined }), 'the claim aud is missing.'],
      [await sign({}, other.privateKey), 'its signature does not match.'],
      ['x.y.z', 'it is not a signed JWT.'],
    ] as const)
      expect(detailsOf(await authorize(application, request))).toEqual([
        { code: 'INVALID_VALUE', target: 'request', message: `The request object is invalid: ${message}` },
      ]);
  });
});

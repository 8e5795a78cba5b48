import { afterEach, describe, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import {
  adminCredentials,
  connectorFiles,
  managementClient,
  type SampleDocument,
} from '#test/support/sample-connector.ts';

let engine: TestEngine | null = null;
afterEach(async () => {
  await engine?.stop();
  engine = null;
});

async function host(
  change: (document: SampleDocument) => void = () => {},
  settings: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
) {
  const manifest = {
    id: 'test',
    name: 'Test workspace',
    services: { connectorHost: { username: 'admin', password: 'admin-password', ...settings } },
  };
  engine = await startTestEngine({
    files: { ...connectorFiles(change), 'gatehouse.json': manifest, ...more },
  });
  return managementClient(engine);
}

const people = '/openidm/system/hr/__ACCOUNT__';
const accountsOf = ({ configurationProperties: { objectTypes } }: SampleDocument) => {
  const { __ACCOUNT__: accounts } = objectTypes;
  return accounts;
};

describe('a connector that cannot run', () => {
  test('is tested all the same: what is wrong in its document is the answer', async () => {
    const call = await host((document) => {
      document.configurationProperties['serviceUri'] = 'nowhere';
    });
    const { status, body } = await call('POST', '/openidm/system/hr?_action=test');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'hr',
      enabled: true,
      ok: false,
      error: expect.stringContaining('nowhere') as unknown,
    });
    expect(await call('GET', `${people}/101`)).toMatchObject({
      status: 503,
      body: { reason: 'Service Unavailable', message: 'The connector hr is not available' },
    });
  });

  test('says so where it is disabled', async () => {
    const call = await host((document) => {
      document.enabled = false;
    });
    expect((await call('POST', '/openidm/system/hr?_action=test')).body).toMatchObject({
      enabled: false,
      ok: false,
    });
    expect((await call('GET', `${people}/101`)).status).toBe(503);
  });

  test('tells that its remote is not there', async () => {
    const call = await host((document) => {
      document.configurationProperties['serviceUri'] = 'http://127.0.0.1:1/hr';
    });
    expect((await call('POST', '/openidm/system/hr?_action=test')).body).toMatchObject({ ok: false });
    expect((await call('GET', `${people}/101`)).status).toBe(503);
  });

  test('is refused where the host is too old for it', async () => {
    const call = await host(() => {}, { frameworkVersion: '1.5.20.20' });
    expect((await call('POST', '/openidm/system/hr?_action=test')).body).toMatchObject({
      ok: false,
      error: expect.stringContaining('1.5.20.24') as unknown,
    });
  });
});

describe('what the host shows', () => {
  const renamed = (document: SampleDocument) => {
    document.objectTypes = {
      account: {
        nativeType: '__ACCOUNT__',
        properties: {
          login: { nativeName: 'userName' },
          email: { nativeName: 'mail' },
          surname: { nativeName: 'sn' },
        },
      },
    };
  };

  test('are its own names for types and attributes, in both directions', async () => {
    const call = await host(renamed);
    const accounts = '/openidm/system/hr/account';
    const { body } = await call('GET', `${accounts}/101`);
    expect(body).toEqual({
      _id: '101',
      _rev: expect.any(String) as unknown,
      __NAME__: 'ada.archer',
      login: 'ada.archer',
      email: 'ada.archer@example.com',
      surname: 'Archer',
    });
    const list = await call(
      'GET',
      `${accounts}?_queryFilter=${encodeURIComponent('email sw "ada.archer"')}&_fields=surname`,
    );
    expect(list.body['result']).toEqual([{ _id: '101', surname: 'Archer' }]);
    const made = await call('POST', `${accounts}?_action=create`, { login: 'own.names', surname: 'Own' });
    expect(made).toMatchObject({ status: 201, body: { login: 'own.names', surname: 'Own' } });
    const patched = await call('PATCH', `${accounts}/${String(made.body['_id'])}`, [
      { operation: 'replace', field: '/surname', value: 'Patched' },
    ]);
    expect(patched.body).toMatchObject({ surname: 'Patched' });
    expect((await call('POST', `${accounts}?_action=create`, { userName: 'x' })).status).toBe(400);
  });

  test('a revision of a list is the one of the object', async () => {
    const call = await host(renamed);
    const accounts = '/openidm/system/hr/account';
    const list = await call('GET', `${accounts}?_queryFilter=true&_pageSize=1`);
    const [first] = list.body['result'] as Record<string, string>[];
    expect((await call('GET', `${accounts}/${first?.['_id'] ?? ''}`)).body['_rev']).toBe(first?.['_rev']);
  });

  test('names of the vendor are in the header fields', async () => {
    const call = await host(
      () => {},
      {},
      {
        'gatehouse.json': {
          id: 'test',
          name: 'Test workspace',
          vendor: { header: 'Acme' },
          services: { connectorHost: { username: 'admin', password: 'admin-password' } },
        },
      },
    );
    expect((await call('GET', `${people}/101`)).status).toBe(401);
    const acme = managementClient(engine as TestEngine, {
      'X-Acme-Username': 'admin',
      'X-Acme-Password': 'admin-password',
    });
    expect((await acme('GET', `${people}/101`)).status).toBe(200);
  });
});

describe('settings', () => {
  test('an object that exists already is 409 where the settings say so', async () => {
    const call = await host(() => {}, { alreadyExistsStatus: 409 });
    expect(await call('POST', `${people}?_action=create`, { userName: 'ada.archer' })).toMatchObject({
      status: 409,
      body: { reason: 'Conflict' },
    });
  });

  test('without a password nobody is let in', async () => {
    const call = await host(() => {}, { password: undefined });
    expect((await call('GET', `${people}/101`, undefined, adminCredentials)).status).toBe(401);
  });

  test('an update that changes nothing is not sent where excludeUnmodified says so', async () => {
    const call = await host((document) => {
      document.excludeUnmodified = true;
    });
    const before = await call('GET', `${people}/101`);
    const { engine: running } = engine ?? {};
    running?.recorder.flush();
    const sent = async () => {
      running?.recorder.flush();
      const page = await running?.ports.storage.exchanges.page({ limit: 50, service: 'connectorHost' });
      return (page?.items ?? []).filter(
        ({ side, request }) => side === 'client' && request.method === 'PATCH',
      ).length;
    };
    expect((await call('PUT', `${people}/101`, { sn: before.body['sn'] })).status).toBe(200);
    expect(await sent()).toBe(0);
    expect((await call('PUT', `${people}/101`, { sn: 'Changed' })).body['sn']).toBe('Changed');
    expect(await sent()).toBe(1);
  });
});

test('what is given back as it was read is taken, and a change that nothing would write is refused', async () => {
  const call = await host((document) => {
    const { UPDATE = {} } = accountsOf(document).operations;
    delete (UPDATE['requestMapping'] as Record<string, unknown>)['hired'];
  });
  const { body } = await call('GET', `${people}/103`);
  expect(await call('PUT', `${people}/103`, { ...body, sn: 'Echo' })).toMatchObject({
    status: 200,
    body: { sn: 'Echo' },
  });
  expect((await call('PUT', `${people}/103`, { ...body, hired: '2001-01-01T00:00:00Z' })).status).toBe(400);
});

test('a script may lie in a file, and ends within its limit', async () => {
  const call = await host(
    (document) => {
      (document as { systemActions?: unknown }).systemActions = [
        { scriptId: 'filed', actions: [{ actionType: 'groovy', actionFile: 'count.groovy' }] },
        { scriptId: 'endless', actions: [{ actionType: 'javascript', actionSource: 'while (true) {}' }] },
        { scriptId: 'absent', actions: [{ actionType: 'groovy', actionFile: '../gatehouse.json' }] },
      ];
    },
    {},
    { 'scripts/count.groovy': 'return args.a + args.b' },
  );
  const run = (id: string, body?: unknown) =>
    call('POST', `/openidm/system/hr?_action=script&_scriptId=${id}`, body);
  expect((await run('filed', { a: 2, b: 3 })).body).toEqual({ actions: [{ result: 5 }] });
  expect((await run('endless')).body).toEqual({
    actions: [{ error: expect.stringMatching(/longer than 5000 ms/) as unknown }],
  });
  expect((await run('absent')).body).toEqual({
    actions: [{ error: expect.stringMatching(/has no script/) as unknown }],
  });
});

test('a connector goes along when the service that its document names moves to another port', async () => {
  const call = await host();
  expect((await call('GET', `${people}/101`)).status).toBe(200);
  const before = engine?.engine.hosting.url('sampleUpstreams');
  const { url } = (await engine?.engine.hosting.restart('sampleUpstreams')) ?? {};
  expect(url).not.toBe(before);
  expect((await call('GET', `${people}/101`)).status).toBe(200);
});

describe('what may not be read', () => {
  const withPassword = (document: SampleDocument) => {
    const accounts = accountsOf(document);
    (accounts['schema'] as unknown[]).push(
      { fieldName: 'password', type: 'STRING', flags: ['NOT_READABLE'] },
      { fieldName: 'note', type: 'STRING', flags: ['NOT_RETURNED_BY_DEFAULT'] },
    );
    const { CREATE, UPDATE, GET } = accounts.operations;
    for (const operation of [CREATE, UPDATE]) {
      const mapping = operation?.['requestMapping'] as Record<string, unknown>;
      delete mapping['sn'];
      delete mapping['description'];
      Object.assign(mapping, { password: 'name.family', note: 'employment.title' });
    }
    Object.assign(GET?.['responseMapping'] as object, { note: 'employment.title' });
  };

  test('is not answered where a new object cannot be read', async () => {
    const call = await host((document) => {
      withPassword(document);
      delete accountsOf(document).operations['GET'];
    });
    const created = await call('POST', `${people}?_action=create`, {
      userName: 'un.read',
      password: 'planted-Pw-1',
    });
    expect(created.status).toBe(201);
    expect(JSON.stringify(created.body)).not.toContain('planted-Pw-1');
    const at = `${people}/${String(created.body['_id'])}`;
    expect(await call('PUT', at, { givenName: 'Blind' })).toMatchObject({
      status: 200,
      body: { givenName: 'Blind' },
    });
    expect((await call('PUT', at, { givenName: 'x' }, { 'If-Match': '"nonsense"' })).status).toBe(412);
    expect((await call('DELETE', at, undefined, { 'If-Match': '"nonsense"' })).status).toBe(412);
    expect((await call('DELETE', at, undefined, { 'If-Match': '*' })).status).toBe(200);
  });

  test('is sent even where only what changed is', async () => {
    const call = await host((document) => {
      withPassword(document);
      document.excludeUnmodified = true;
    });
    expect((await call('PUT', `${people}/101`, { note: null })).status).toBe(200);
    expect((await call('GET', `${people}/101`)).body['description']).not.toBe('Engineer');
  });
});

describe('a name of the host for the name', () => {
  const named = (document: SampleDocument) => {
    document.objectTypes = {
      account: {
        nativeType: '__ACCOUNT__',
        properties: { login: { nativeName: '__NAME__' }, email: { nativeName: 'mail' } },
      },
    };
  };

  test('is read, searched for, created and changed', async () => {
    const call = await host(named);
    const accounts = '/openidm/system/hr/account';
    expect((await call('GET', `${accounts}/101?_fields=login`)).body).toMatchObject({ login: 'ada.archer' });
    const found = await call('GET', `${accounts}?_queryFilter=${encodeURIComponent('login eq "ben.brook"')}`);
    expect(found.body['result']).toMatchObject([{ _id: '102', login: 'ben.brook' }]);
    const created = await call('POST', `${accounts}?_action=create`, { login: 'by.name' });
    expect(created).toMatchObject({ status: 201, body: { login: 'by.name' } });
    const at = `${accounts}/${String(created.body['_id'])}`;
    const patched = await call('PATCH', at, [{ operation: 'replace', field: '/login', value: 'by.patch' }]);
    expect(patched).toMatchObject({ status: 200, body: { login: 'by.patch' } });
    expect(
      (await call('GET', `${accounts}?_queryFilter=${encodeURIComponent('mail pr')}`)).body['result'],
    ).toEqual([]);
    expect((await call('GET', `${accounts}?_queryFilter=${encodeURIComponent('mail eq "x"')}`)).status).toBe(
      400,
    );
  });
});

test('a body that is nested without end is refused, and so is a draft', async () => {
  const call = await host();
  const deep = `{"userName":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect(await call('POST', `${people}?_action=create`, deep)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('200 levels') as unknown },
  });
});

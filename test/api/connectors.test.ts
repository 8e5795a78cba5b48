import { beforeAll, describe, expect, test } from 'vitest';
import type { ConnectorRunInput } from '#shared/api/connectors.ts';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { connectorFiles } from '#test/support/sample-connector.ts';
import { startedOnce } from '#test/support/started.ts';

const file = 'connectors/provisioner.openicf-hr.json';

describe.each(twoTransports)('the connector studio over %s', (_name, connect) => {
  let document: string;
  const running = startedOnce(() => startTestEngine({ files: connectorFiles(), seal: true }));
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);
  beforeAll(async () => {
    document = (await client.connectors.saved({ file })).text ?? '';
  });

  const run = (input: Omit<ConnectorRunInput, 'document' | 'file'>, text = document) =>
    client.connectors.run({ document: text, file, ...input });
  const edited = (from: string, to: string) => {
    expect(document).toContain(from);
    return document.replaceAll(from, to);
  };

  test('connectors.systems and connectors.variables say what there is and where it leads', async () => {
    expect(await client.connectors.systems()).toEqual([
      expect.objectContaining({
        file,
        name: 'hr',
        displayName: 'HR directory',
        isEnabled: true,
        isLoaded: true,
        objectTypes: ['__ACCOUNT__'],
        serviceUri: `${running.upstreams}/hr/v1`,
        isLoopback: true,
        warnings: [],
      }),
    ]);
    expect(await client.connectors.variables()).toMatchObject({
      'services.sampleUpstreams': running.upstreams,
    });
  });

  test('connectors.check reads what is not saved yet', async () => {
    const { problems, isLoaded } = await client.connectors.check({
      document: edited('"maximumConnections": 10', '"maximumConections": 10'),
      file,
    });
    expect(isLoaded).toBe(false);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'connector.unknown-member', fix: 'Did you mean maximumConnections?' }),
    );
    expect(await codeOf(client.connectors.check({ document: '{"a":', file }))).toBe('workspace.syntax');
  });

  test('connectors.run performs an operation with the document as it stands, and tells every request', async () => {
    const list = await run({ operation: 'QUERY', pageSize: 3, filter: 'sn eq "Brook"' });
    expect(list.problem).toBeNull();
    expect(list.result).toMatchObject({ resultCount: 3 });
    expect(list.steps).toHaveLength(1);
    const [step] = list.steps;
    expect(step?.request.url).toContain('q=');
    expect(step?.response?.status).toBe(200);
    expect(JSON.stringify(list.steps)).not.toContain('hr-sample-token');
    expect(list.sample).toMatchObject({ items: expect.any(Array) as unknown });
    const other = await run(
      { operation: 'GET', uid: '101' },
      edited('"mail": "contact.email"', '"mail": "login"'),
    );
    expect(other.result).toMatchObject({ mail: 'ada.archer' });
  });

  test('connectors.run tells what the remote refuses, with request and answer', async () => {
    const failed = await run({ operation: 'CREATE', attributes: { userName: 'ada.archer' } });
    expect(failed).toMatchObject({
      problem: { code: 'connector.already-exists' },
      hostError: { code: 412 },
      steps: [{ response: { status: 409 }, rule: { type: 'ALREADY_EXIST', index: 0 } }],
    });
    const refused = await run({ operation: 'QUERY', filter: 'sn is' });
    expect(refused).toMatchObject({
      problem: { code: 'connector.refused' },
      hostError: { code: 400 },
      steps: [],
    });
  });

  test('connectors.run in a dry run shows the exact request and sends none', async () => {
    const before = await run({ operation: 'GET', uid: '102' });
    const dry = await run({
      operation: 'UPDATE',
      uid: '102',
      attributes: { sn: 'Changed', telephoneNumber: ['1', '2'] },
      isDryRun: true,
    });
    expect(dry).toMatchObject({ problem: null, isDryRun: true });
    const step = dry.steps.find(({ request }) => request.method === 'PATCH');
    expect(step).toMatchObject({ response: null, exchangeId: null });
    expect(JSON.parse(step?.request.body ?? '')).toEqual({
      name: { family: 'Changed' },
      contact: { phones: [{ number: '1' }, { number: '2' }] },
    });
    expect((await run({ operation: 'GET', uid: '102' })).result).toEqual(before.result);
  });

  test('connectors.run asks before it writes to a server elsewhere', async () => {
    const elsewhere = edited('&{services.sampleUpstreams}/hr/v1', 'http://hr.invalid/v1');
    const create = { operation: 'CREATE', attributes: { userName: 'x' } } as const;
    expect(await codeOf(run(create, elsewhere))).toBe('connector.not-confirmed');
    expect((await run({ ...create, isDryRun: true }, elsewhere)).problem).toBeNull();
    const confirmed = await run({ ...create, isConfirmed: true }, elsewhere);
    expect(confirmed.problem?.code).toBe('connector.unavailable');
  });

  test('connectors.run does the operations that are of no object', async () => {
    expect((await run({ operation: 'TEST' })).result).toMatchObject({ ok: true });
    expect((await run({ operation: 'SCHEMA' })).result).toMatchObject({
      objectTypes: [{ name: '__ACCOUNT__', operations: ['GET', 'QUERY', 'CREATE', 'UPDATE', 'DELETE'] }],
    });
    const script = { type: 'application/javascript', source: 'return args.a + 1', arguments: { a: 2 } };
    expect((await run({ operation: 'SCRIPT', script })).result).toBe(3);
  });

  test('connectors.walk goes through the pages and says why they end', async () => {
    const walk = await client.connectors.walk({ document, file, pageSize: 25 });
    expect(walk.pages.map(({ strategy, newRecords }) => [strategy, newRecords])).toEqual([
      ['pageSizePagination', 25],
      ['cookiePagination', 25],
      ['cookiePagination', walk.records - 50],
    ]);
    expect(walk.stop).toBe('no-cookie');
    expect((await client.connectors.walk({ document, file, pageSize: 10, maximumPages: 2 })).stop).toBe(
      'page-limit',
    );
  });

  test('connectors.walk says what is wrong with type and filter before it asks anybody', async () => {
    for (const given of [{ filter: 'sn is' }, { objectType: '__GROUP__' }])
      expect(await codeOf(client.connectors.walk({ document, file, ...given }))).toBe('connector.refused');
    expect(await codeOf(client.connectors.walk({ document, file, filter: 'shoeSize eq 1' }))).toBe(
      'connector.refused',
    );
  });

  test('connectors.runs keeps what was run, connectors.record makes a file of it, connectors.verify plays it', async () => {
    const { id } = await run({ operation: 'QUERY', pageSize: 2 });
    expect((await client.connectors.runs({ file }))[0]?.id).toBe(id);
    const recorded = await client.connectors.record({ file, runId: id, name: 'two-people' });
    expect(recorded).toMatchObject({
      file: 'connectors/recordings/two-people.json',
      system: 'hr',
      requests: 1,
    });
    expect(await client.connectors.recordings({ file })).toEqual([recorded]);
    await client.services.stop({ key: 'sampleUpstreams' });
    expect(await client.connectors.verify({ document, file })).toEqual([
      expect.objectContaining({ name: 'two-people', verdict: 'PASSED', differences: [] }),
    ]);
    const [mapping] = await client.connectors.verify({
      document: edited('"mail": "contact.email"', '"mail": "login"'),
      file,
    });
    expect(mapping).toMatchObject({
      verdict: 'FAILED',
      differences: [
        { pointer: '/result/result/0/mail', expected: 'ada.archer@example.com', actual: 'ada.archer' },
        { pointer: '/result/result/1/mail' },
      ],
    });
    const [asked] = await client.connectors.verify({
      document: edited('limit={_pageSize}"', 'size={_pageSize}"'),
      file,
    });
    expect(asked?.differences[0]).toMatchObject({ pointer: '/exchanges/0/request/url' });
    await client.services.start({ key: 'sampleUpstreams' });
    expect(await codeOf(client.connectors.record({ file, runId: 'none', name: 'x' }))).toBe('api.not-found');
  });

  test('connectors.exportDocument leaves secrets out, or encrypts them under a key of the products', async () => {
    const plain = await client.connectors.exportDocument({ file });
    expect(plain.text).not.toContain('hr-sample-token');
    expect(await codeOf(client.connectors.exportDocument({ file, keyAlias: 'host-sym-default' }))).toBe(
      'secret.crypto-key-missing',
    );
    const key = Buffer.alloc(16, 3).toString('base64');
    await client.secrets.set({ name: 'key.host-sym-default', value: key });
    const sealed = await client.connectors.exportDocument({ file, keyAlias: 'host-sym-default' });
    const { configurationProperties } = JSON.parse(sealed.text) as {
      configurationProperties: { authToken: unknown };
    };
    expect(configurationProperties.authToken).toMatchObject({
      $crypto: { type: 'x-simple-encryption', value: { key: 'host-sym-default' } },
    });
    const back = edited(
      JSON.stringify(JSON.parse(document).configurationProperties.authToken),
      JSON.stringify(configurationProperties.authToken),
    );
    // The key opens what others encrypted under it too: the connector has to be allowed it.
    expect((await run({ operation: 'TEST' }, back)).result).toMatchObject({ ok: false });
    await client.secrets.allow({ uses: [{ file: 'hr', name: 'key.host-sym-default' }] });
    expect((await run({ operation: 'TEST' }, back)).result).toMatchObject({ ok: true });
  });

  test('connectors.saved gives the text of the file, and null where there is none', async () => {
    expect(document).toContain('"HR directory"');
    expect(await client.connectors.saved({ file: 'connectors/provisioner.openicf-none.json' })).toEqual({
      text: null,
    });
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import { importFiles, untilImport } from '#test/support/consents.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { clientCredentials } from '#test/support/people.ts';
import { startedAnew } from '#test/support/started.ts';

const inBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const exported = {
  items: [
    {
      clientId: 'loader',
      name: 'Loader',
      enabled: true,
      grantTypes: ['CLIENT_CREDENTIALS'],
      clientAuth: { type: 'SECRET', secret: 'planted-loader' },
      restrictScopes: true,
      restrictedScopes: ['orders.read'],
      cibaPollingInterval: 3,
    },
  ],
};
const route = {
  handler: {
    type: 'Chain',
    config: { filters: [{ type: 'UnknownFilter', config: {} }], handler: 'ReverseProxyHandler' },
  },
};

describe.each(twoTransports)('products and first tasks over %s', (_name, connect) => {
  const running = startedAnew(() => startTestEngine({ files: importFiles() }));
  const connected = startedAnew(() => connect(running.engine));
  const client = startedAnew(() => connected.client);
  const doneNow = async () => (await client.firstTasks.done()).map(({ task }) => task).toSorted();

  test('interchange.preview, write and undo: a client of an export works at once, and goes again', async () => {
    const files = [
      { name: 'clients.json', base64: inBase64(exported) },
      { name: 'config/routes/orders.json', base64: inBase64(route) },
    ];
    const preview = await client.interchange.preview({ files });
    expect(JSON.stringify(preview)).not.toContain('planted');
    const [loader, orders] = preview.entities;
    expect(loader).toMatchObject({ state: 'new', secrets: 1, notUnderstood: ['cibaPollingInterval'] });
    // The gateway's own remark on loading the route.
    expect(orders?.remarks).toEqual([
      expect.objectContaining({ severity: 'error', message: expect.stringContaining('UnknownFilter') }),
    ]);
    const { written, failed, undoId } = await client.interchange.write({
      id: preview.id,
      files: ['oauth/clients/loader.json'],
    });
    expect({ written, failed }).toEqual({ written: ['oauth/clients/loader.json'], failed: [] });
    const ask = () => clientCredentials(running.authorizationServer, ['loader', 'planted-loader']);
    expect((await ask()).status).toBe(200);
    expect(await doneNow()).toContain('own');
    expect(await client.interchange.undo({ undoId })).toEqual({ restored: written, kept: [] });
    expect((await ask()).status).toBe(401);
    expect(await codeOf(client.interchange.undo({ undoId }))).toBe('api.not-found');
    expect(await codeOf(client.interchange.write({ id: preview.id, files: written }))).toBe('api.not-found');
  });

  test('interchange.exportZip: what goes out comes back the same, and holds no secret', async () => {
    const { zipBase64, files, leftOut, variables, lost } = await client.interchange.exportZip({
      kinds: ['client', 'connector', 'route'],
    });
    expect(files).toContain('clients.json');
    expect(leftOut).toContain('oauth/clients/portal-web.json /client_secret');
    const hr = 'connectors/provisioner.openicf-hr.json';
    expect(variables).toContain(`${hr} services.sampleUpstreams`);
    expect(lost.every((each) => each.startsWith(hr))).toBe(true);
    const { entities, notTaken } = await client.interchange.preview({
      files: [{ name: 'x.zip', base64: zipBase64 }],
    });
    expect(notTaken).toEqual([]);
    expect(entities.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 7 }, () => 'client'),
      'connector',
      ...Array.from({ length: 3 }, () => 'route'),
    ]);
    expect(entities.filter(({ kind, state }) => kind === 'client' && state === 'new')).toEqual([]);
  });

  test('firstTasks.done: each is ticked by doing it', async () => {
    expect(await doneNow()).toEqual([]);
    const file = 'connectors/provisioner.openicf-hr.json';
    const document = readFileSync(join(running.engine.workspace.directory, file), 'utf8');
    await client.connectors.run({ document, file, operation: 'TEST', isDryRun: true });
    expect(await doneNow()).toEqual([]);
    await client.connectors.run({ document, file, operation: 'TEST' });
    expect(await doneNow()).toEqual(['connector']);
    await clientCredentials(running.authorizationServer, ['nobody', 'x']);
    running.engine.recorder.flush();
    expect(await doneNow()).toEqual(['connector', 'refusal']);
  });

  test('imports.createSample: the sample is there to be read, and its columns are recognised', async () => {
    const { id } = await client.imports.createSample();
    const view = await untilImport(client, id, ({ state }) => state === 'editing');
    expect(view.job.name).toBe('Sample consents');
    const { reading } = await client.imports.preview({ id, reading: {} });
    await client.imports.read({ id, reading });
    await untilImport(client, id, ({ rows }) => rows === 200);
    expect(JSON.stringify(await client.imports.suggest({ id }))).toContain('External ID');
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { restConnector } from '#test/support/rest-connector.ts';
import { runGatehouse, type Served, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const planted = 'planted-client-secret';
const connectorFile = 'connectors/provisioner.openicf-hr.json';

let environment: NodeJS.ProcessEnv;
let served: Served | null;

/** A connector that sends what `properties` name to the stranger's server. */
const connectorWith = (properties: Readonly<Record<string, unknown>>, name = 'hr') =>
  restConnector(name, {
    serviceUri: stranger.origin,
    authenticationMethod: 'TOKEN',
    authToken: 'planted-own-token',
    objectTypes: {
      __ACCOUNT__: {
        schema: [{ fieldName: 'mail', type: 'STRING', flags: [] }],
        operations: {
          GET: {
            path: '/users/{uid}',
            method: 'GET',
            idPath: 'id',
            namePath: 'id',
            responseMapping: { mail: 'mail' },
          },
        },
      },
    },
    ...properties,
  });

const write = (file: string, content: unknown) =>
  writeFileSync(join(workspace.path, file), JSON.stringify(content));

const stranger = startedAnew(() => startRemote(answerJson({ id: '1', mail: 'ann@example.com' })));
const home = startedAnew(temporaryDirectory);
beforeEach(() => {
  environment = { HOME: home.path, XDG_STATE_HOME: join(home.path, 'state'), XDG_DATA_HOME: home.path };
  served = null;
});
const workspace = startedAnew(() =>
  writeWorkspace({
    ...ordinaryFiles,
    [connectorFile]: connectorWith({ defaultHeaders: { 'X-Api-Key': '&{client.portal-web}' } }),
  }),
);
afterEach(() => served?.end());

async function begin(...options: readonly string[]): Promise<Served> {
  await served?.end();
  served = await serve(['--workspace', workspace.path, ...options], environment);
  return served;
}

/** Has a connector read an object, as a person would at the command line. */
const read = (name: string) =>
  runGatehouse(['connector', 'get', name, '--id', '1', '--workspace', workspace.path], environment);

const received = () => JSON.stringify(stranger.seen);

describe('a connector that names the secret of another', () => {
  test('sends nothing of it, says what it may not have, and has it once it is allowed', async () => {
    const { ready } = await begin();
    await read('hr');
    expect(received()).not.toContain(planted);
    expect(stranger.seen).toEqual([]);
    const refused = ready.problems.find(({ code }) => code === 'secret.not-allowed');
    expect(refused?.message).toContain('client.portal-web');
    expect(refused?.fix).toContain('--allow-secret hr=client.portal-web');
    await begin('--allow-secret', 'hr=client.portal-web');
    await read('hr');
    expect(received()).toContain(planted);
  });

  test('gets at it by no other way', async () => {
    mkdirSync(join(workspace.path, 'environments'));
    write('environments/dev.json', {
      secrets: { 'hr.mapped': 'client.portal-web', 'connector.mapped.authToken': 'client.portal-web' },
    });
    const ways: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
      property: { authToken: '&{client.portal-web}' },
      object: { authToken: { $secret: 'client.portal-web' } },
      basic: { authenticationMethod: 'BASIC', login: 'hr', password: '&{client.portal-web}' },
      key: { authenticationMethod: 'JWT_TOKEN', jwtAlgorithm: 'HS256', jwtKey: '&{client.portal-web}' },
      mapped: { authToken: '&{connector.mapped.authToken}' },
      // Another connector may have it under this name: that one’s secrets are no variables of this one.
      borrowed: { defaultHeaders: { 'X-Note': 'See &{client.portal-web}' } },
    };
    for (const [name, properties] of Object.entries(ways))
      write(`connectors/provisioner.openicf-${name}.json`, connectorWith(properties, name));
    await begin('--environment', 'dev', '--allow-secret', 'hr=client.portal-web');
    for (const name of Object.keys(ways)) await read(name);
    expect(received()).not.toContain(planted);
    // Where no secret is looked for, the text is sent as it is written.
    expect(stranger.seen.map(({ headers }) => headers['x-note'])).toEqual(['See &{client.portal-web}']);
    await read('hr');
    expect(received()).toContain(planted);
  });

  test('keeps its own secrets, and is refused those of a connector with a longer name', async () => {
    write(connectorFile, connectorWith({ authToken: 'planted-short' }));
    write(
      'connectors/provisioner.openicf-hr.dev.json',
      connectorWith({ authToken: 'planted-long' }, 'hr.dev'),
    );
    await begin();
    await read('hr');
    await read('hr.dev');
    expect(received()).toContain('planted-short');
    expect(received()).toContain('planted-long');
    const before = stranger.seen.length;
    write(connectorFile, connectorWith({ authToken: '&{connector.hr.dev.authToken}' }));
    await begin();
    await read('hr');
    expect(stranger.seen).toHaveLength(before);
  });
});

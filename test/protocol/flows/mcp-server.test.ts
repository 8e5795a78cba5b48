import { expect, test } from 'vitest';
import type { FlowRun, FlowStartInput } from '#shared/api/index.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { freePort } from '#test/support/free-port.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { runToEnd } from './parties.ts';

const ports = startedOnce(async () => ({ samples: await freePort(), close: () => Promise.resolve() }));
const anyPorts = { authorizationServer: 0, connectorHost: 0, gateway: 0, platform: 0 };
const mcp = () => `http://127.0.0.1:${ports.samples}/mcp`;

const running: TestEngine = startedOnce(() =>
  startTestEngine({
    ports: { ...anyPorts, sampleUpstreams: ports.samples },
    files: {
      ...ordinaryFiles,
      'gatehouse.json': {
        id: 'test',
        name: 'Test workspace',
        services: {
          authorizationServer: {
            registration: 'open',
            registrationPolicy: { scopes: ['orders.read', 'orders.write'], audiences: [mcp()] },
          },
        },
      },
    },
  }),
);

function run(options: NonNullable<FlowStartInput['options']>['resource']): Promise<FlowRun> {
  return runToEnd(running, {
    kind: 'mcp-server',
    clientId: 'portal-web',
    options: { resource: { registration: 'dynamic', ...options } },
  });
}

const lines = ({ steps }: FlowRun) => steps.map(({ id, status }) => `${id} ${status}`);

test('a client that nobody knows registers itself, lists the tools of an MCP server, and is gone', async () => {
  const done = await run({});
  expect(done).toMatchObject({ state: 'passed' });
  expect(lines(done)).toEqual([
    'challenge 401',
    'resource-metadata 200',
    'server-metadata 200',
    'register 201',
    'authorize 200',
    'authorize/page 303',
    'authorize/page 200',
    'authorize/page 303',
    'authorize/callback 200',
    'token 200',
    'tools 200',
    'unregister 204',
  ]);
  expect(running.engine.authorizationServer.admin.dynamicClients.list()).toEqual([]);
});

test('a tool that changes something needs more scopes, which the client asks for together', async () => {
  const done = await run({ tool: 'create_order', arguments: '{"item":"anvil","quantity":1}' });
  expect(done).toMatchObject({ state: 'passed' });
  expect(lines(done)).toContain('tool 403');
  expect(lines(done)).toContain('tool-2 200');
  expect(done.values.find(({ name }) => name === 'scope')?.preview).toBe('orders.read orders.write');
});

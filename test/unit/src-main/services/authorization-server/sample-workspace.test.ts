import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lintRoute, readRoute } from '#main/services/gateway/pure/index.ts';
import { sandboxEnvironmentId } from '#main/services/platform-sandbox/index.ts';
import { recordingFileSchema } from '#shared/connectors/recording.ts';
import { trafficSchema } from '#shared/throttle/traffic/schema.ts';
import {
  clientFileSchema,
  flowFileSchema,
  manifestSchema,
  platformTargetSchema,
  userFileSchema,
} from '#shared/workspace/index.ts';

const root = new URL('../../../../../resources/sample-workspace/', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

test('the sample workspace fits its schemas, and every file is named after what it holds', () => {
  expect(manifestSchema.parse(read('gatehouse.json'))).toMatchObject({
    id: 'sample',
    name: 'Sample workspace',
  });
  const clients = readdirSync(new URL('oauth/clients/', root)).toSorted();
  expect(clients).toEqual([
    'batch-job.json',
    'mcp-client.json',
    'mcp-gateway.json',
    'mobile-app.json',
    'orders-api.json',
    'portal-web.json',
    'sandbox-worker.json',
  ]);
  for (const file of clients) {
    expect(`${clientFileSchema.parse(read(`oauth/clients/${file}`)).client_id}.json`).toBe(file);
  }
  for (const file of readdirSync(new URL('oauth/users/', root))) {
    const user = userFileSchema.parse(read(`oauth/users/${file}`));
    expect(`${user.username}.json`).toBe(file);
    expect(Object.keys(user.claims)).toEqual(['name', 'mail', 'status']);
  }
});

test('its platform is the sandbox, and its client there a worker with the same secret', () => {
  const platform = platformTargetSchema.parse(read('platforms/sandbox.json'));
  expect(platform.environment_id).toBe(sandboxEnvironmentId);
  const client = clientFileSchema.parse(read(`oauth/clients/${platform.client_id}.json`));
  expect(client).toMatchObject({ application_type: 'worker', client_secret: platform.client_secret });
});

test('its routes load without a remark, and its traffic names the people and statuses that they know', () => {
  for (const file of readdirSync(new URL('routes/', root))) {
    const { route, problems } = readRoute(read(`routes/${file}`), { id: file });
    expect(problems).toEqual([]);
    expect(route === null ? null : lintRoute(route)).toEqual([]);
  }
  for (const file of readdirSync(new URL('traffic/', root)))
    expect(trafficSchema.parse(read(`traffic/${file}`)).clients.length).toBeGreaterThan(0);
});

test('its saved flow is one of its clients, and asks its own server', () => {
  const flow = flowFileSchema.parse(read('flows/sign-in-with-pkce.json'));
  clientFileSchema.parse(read(`oauth/clients/${flow.client_id}.json`));
  userFileSchema.parse(read(`oauth/users/${flow.username}.json`));
  const { services } = manifestSchema.parse(read('gatehouse.json'));
  expect(JSON.stringify(flow.script)).toContain(`http://127.0.0.1:${services.authorizationServer.port}`);
});

test('its recording is one of its connector and holds no secret', () => {
  const text = readFileSync(new URL('connectors/recordings/first-page-of-people.json', root), 'utf8');
  const recording = recordingFileSchema.parse(JSON.parse(text));
  expect(recording).toMatchObject({ system: 'hr', operation: 'QUERY', problem: null });
  expect(text).not.toContain('hr-sample-token');
});

test('the sample spreadsheet has 200 consents of people whom the sandbox knows, and a few that are wrong', () => {
  const [header, ...rows] = readFileSync(new URL('../imports/sample-consents.csv', root), 'utf8')
    .trim()
    .split('\n');
  expect(header).toBe('External ID,Agreement,Language,Consented at');
  expect(rows).toHaveLength(200);
  expect(rows.filter((row) => row.startsWith('NOBODY-'))).toHaveLength(2);
});

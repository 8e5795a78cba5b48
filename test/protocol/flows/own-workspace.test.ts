import { afterEach, describe, expect, test } from 'vitest';
import type { FlowRun } from '#shared/api/index.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { runToEnd } from './parties.ts';

let running: TestEngine | null = null;
afterEach(() => running?.stop());

/** A workspace of somebody's own: one client, one user, and nothing of the sample. */
async function runIn(client: Readonly<Record<string, unknown>>, kind: string): Promise<FlowRun> {
  running = await startTestEngine({
    files: {
      'gatehouse.json': { id: 'mine', name: 'Mine' },
      'oauth/clients/my-app.json': { client_id: 'my-app', client_secret: 'planted-secret', ...client },
      'oauth/users/me.json': { username: 'me', password: 'planted-password' },
    },
  });
  return runToEnd(running, { kind, clientId: 'my-app', username: 'me' });
}

const ids = (run: FlowRun) => run.steps.map(({ id }) => id);
const elsewhere = { redirect_uris: ['http://localhost:3000/cb'], grant_types: ['authorization_code'] };

describe('the first run in a workspace without a resource server', () => {
  test('ends with the token, and calls nothing that nobody asked for', async () => {
    const run = await runIn({ ...elsewhere, scope: 'orders.read' }, 'code-pkce');
    expect(run.state, run.note).toBe('passed');
    expect(ids(run).at(-1)).toBe('token');
  });

  test('uses the token of a user who signed in with OpenID at the userinfo endpoint', async () => {
    const run = await runIn({ ...elsewhere, scope: 'openid' }, 'code-pkce');
    expect(run.state, run.note).toBe('passed');
    expect(run.steps.at(-1)).toMatchObject({ id: 'resource', path: '/as/userinfo.openid', status: 200 });
  });

  test('without a user ends with the token too', async () => {
    const run = await runIn({ grant_types: ['client_credentials'] }, 'client-credentials');
    expect(run.state, run.note).toBe('passed');
    expect(ids(run)).toEqual(['token']);
  });
});

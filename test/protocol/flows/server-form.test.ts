import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/client';
import { describe, expect, test } from 'vitest';
import { refusedWith, startSmallServer } from '#test/protocol/attacks/small-server.ts';
import { twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedAnew } from '#test/support/started.ts';

describe.each(twoTransports)('the form that adds a server over %s', (_name, connect) => {
  const running = startedAnew(() => startTestEngine({ start: false, seal: true }));
  const connected = startedAnew(() => connect(running.engine));
  const server = startedAnew(() =>
    startSmallServer('/tenant', ({ authorization, fields }) => {
      const [, credentials = ''] = authorization.split(' ');
      const isStranger = `${fields.get('client_id')} ${atob(credentials)}`.includes('stranger');
      return isStranger ? refusedWith('invalid_client', 401) : null;
    }),
  );

  const batch = (client_id: string) => ({
    client_id,
    client_secret: 'a secret',
    grant_types: ['client_credentials'],
  });

  test('flows.discoverServer asks all three addresses, and says what each answered', async () => {
    const { addresses, metadata } = await connected.client.flows.discoverServer({ issuer: server.issuer });
    const { origin } = new URL(server.issuer);
    expect(addresses.map(({ url }) => url)).toEqual([
      `${origin}/tenant/.well-known/openid-configuration`,
      `${origin}/.well-known/oauth-authorization-server/tenant`,
      `${origin}/.well-known/openid-configuration/tenant`,
    ]);
    expect(addresses.some(({ isFound }) => isFound)).toBe(true);
    expect(addresses.every(({ isFound, failure }) => isFound === (failure === ''))).toBe(true);
    expect(metadata?.['issuer']).toBe(server.issuer);
  });

  test('a server that is not there is said at each address, and one of another name is not used', async () => {
    const { origin } = new URL(server.issuer);
    const none = await connected.client.flows.discoverServer({ issuer: 'http://127.0.0.1:1' });
    expect(none.metadata).toBeNull();
    expect(none.addresses.map(({ failure }) => failure !== '')).toEqual([true, true]);
    const other = await connected.client.flows.discoverServer({ issuer: `${origin}/tenant/` });
    expect(other.metadata).toBeNull();
    expect(other.addresses.map(({ failure }) => failure).join()).toContain('contains the issuer');
  });

  test('flows.testServer tries what was typed, and writes nothing', async () => {
    const document = { issuer: server.issuer, clients: [batch('batch')] };
    const tested = await connected.client.flows.testServer({ document });
    expect(tested.clients).toEqual([{ clientId: 'batch', problem: null }]);
    expect(tested.requests).toBeLessThanOrEqual(30);
    const wrong = await connected.client.flows.testServer({
      document: { issuer: server.issuer, clients: [batch('stranger')] },
    });
    expect(wrong.clients[0]?.problem).toContain('rejects the credentials');
    expect(running.engine.workspace.targets).toEqual([]);
    const broken = await safe(connected.client.flows.testServer({ document: { issuer: 'nowhere' } }));
    expect(broken.error).toMatchObject({ data: { code: 'workspace.invalid' } });
    const gone = await safe(
      connected.client.flows.testServer({ document: { issuer: 'http://127.0.0.1:1' } }),
    );
    expect(gone.error).toMatchObject({ data: { code: 'flow.no-metadata' } });
  });

  test('its file is written with the secrets sealed', async () => {
    const file = 'targets/small.json';
    const text = JSON.stringify({ issuer: server.issuer, clients: [batch('batch')] });
    await connected.client.workspace.writeFile({ file, text, baseVersion: null });
    const written = readFileSync(join(running.engine.workspace.directory, file), 'utf8');
    expect(written).not.toContain('a secret');
    expect(running.engine.workspace.targets[0]?.clients[0]?.secret()).toBe('a secret');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const authorizationServer = {
  registration: 'token',
  registrationPolicy: { grantTypes: ['client_credentials'], scopes: ['orders.read'] },
};
const files = {
  ...ordinaryFiles,
  'gatehouse.json': { id: 'test', name: 'Test workspace', services: { authorizationServer } },
};

describe.each(twoTransports)('self-registered clients over %s', (_name, connect) => {
  const running = startedOnce(() => startTestEngine({ files }));
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  async function post(path: string, body: string, headers: Record<string, string>) {
    const response = await fetch(`${running.authorizationServer}${path}`, { method: 'POST', body, headers });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }
  const register = async (token: string) => {
    const metadata = { client_name: 'Agent', grant_types: ['client_credentials'], scope: 'orders.read' };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return post('/as/clients.oauth2', JSON.stringify(metadata), headers);
  };
  const tokenStatus = async ({ client_id: id = '', client_secret: secret = '' }: Record<string, string>) => {
    const basic = Buffer.from(`${id}:${secret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
    return (await post('/as/token.oauth2', 'grant_type=client_credentials', headers)).status;
  };

  test('come with a token of dynamicClients.createToken, which tokens and list never tell', async () => {
    const wanted = { label: 'CI', lifetimeHours: 2, maxUses: 2 };
    const created = await client.dynamicClients.createToken(wanted);
    const one = await register(created.token);
    expect(one.status).toBe(201);
    const listed = await client.dynamicClients.list();
    expect(listed).toMatchObject([{ clientId: one.body['client_id'], name: 'Agent', isDisabled: false }]);
    const tokens = await client.dynamicClients.tokens();
    expect(tokens).toMatchObject([{ label: 'CI', used: 1, maxUses: 2 }]);
    const told = JSON.stringify([listed, tokens]);
    for (const secret of [created.token, one.body['client_secret']]) expect(told).not.toContain(secret);
    expect(await client.dynamicClients.removeToken({ id: created.id })).toEqual({ removed: true });
    expect((await register(created.token)).status).toBe(401);
    expect(await client.dynamicClients.removeToken({ id: created.id })).toEqual({ removed: false });
  });

  test('are switched off and on, kept as a file with a sealed secret, or deleted', async () => {
    const { token } = await client.dynamicClients.createToken({ label: 'x', lifetimeHours: 1, maxUses: 2 });
    const [kept, gone] = [(await register(token)).body, (await register(token)).body];
    const clientId = kept['client_id'] ?? '';
    expect(await client.dynamicClients.setEnabled({ clientId, isEnabled: false })).toMatchObject({
      isDisabled: true,
    });
    expect(await tokenStatus(kept)).toBe(401);
    await client.dynamicClients.setEnabled({ clientId, isEnabled: true });
    expect(await tokenStatus(kept)).toBe(200);

    const registration = await client.dynamicClients.keep({ clientId });
    expect(registration).toMatchObject({ id: clientId, secrets: { client_secret: { state: 'stored' } } });
    const file = readFileSync(join(running.engine.workspace.directory, registration.file), 'utf8');
    expect(file).toContain('"client_name": "Agent"');
    expect(file).not.toContain(kept['client_secret']);
    expect(await tokenStatus(kept)).toBe(200);
    const { registration_client_uri: uri = '', registration_access_token: manager = '' } = kept;
    expect((await fetch(uri, { headers: { authorization: `Bearer ${manager}` } })).status).toBe(401);

    const goneId = gone['client_id'] ?? '';
    expect(await client.dynamicClients.remove({ clientId: goneId })).toEqual({ removed: true });
    expect(await tokenStatus(gone)).toBe(401);
    expect(await client.dynamicClients.remove({ clientId: goneId })).toEqual({ removed: false });
    expect(await codeOf(client.dynamicClients.keep({ clientId: goneId }))).toBe('api.not-found');
  });
});

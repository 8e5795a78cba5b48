import { describe, expect, test } from 'vitest';
import { createSystemRandom } from '#main/platform/random.ts';
import { createAdministration } from '#main/services/authorization-server/admin/index.ts';
import { createRuntime, type Runtime } from '#main/services/authorization-server/runtime.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { manifestSchema } from '#shared/workspace/index.ts';

const manifest = manifestSchema.parse({ name: 'test' });
const startMillis = Date.UTC(2026, 10, 20, 12);
const nothing = () => undefined;

/** A server whose one client `batch` holds this many tokens of its own, issued a millisecond apart. */
function serverWith(tokens: number): Runtime {
  const client = { clientId: 'batch' };
  const runtime = createRuntime({
    settings: () => manifest.services.authorizationServer,
    vendor: () => manifest.vendor,
    registrations: () => ({
      client: (id) => (id === client.clientId ? (client as never) : undefined),
      user: nothing,
      clients: () => [],
      users: () => [],
      samlIssuers: () => [],
      jwtIssuers: () => [],
      identityProviders: () => [],
    }),
    clientSecret: () => null,
    clock: { nowMillis: () => startMillis + tokens },
    random: createSystemRandom(),
    records: createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 }).records,
    logger: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    issuer: () => 'http://127.0.0.1',
    outbox: { register: nothing, enqueue: nothing, pending: () => 0 },
    send: () => Promise.reject(new Error('Nothing is sent here')),
  });
  for (let number = 0; number < tokens; number += 1) {
    const issuedAtMillis = startMillis + number;
    runtime.accessTokens.add(`token-${number}`, {
      clientId: 'batch',
      username: null,
      scope: 'orders.read',
      issuedAtMillis,
      expiresAtMillis: issuedAtMillis + 7_200_000,
      family: null,
      audience: null,
      boundTo: null,
      revoked: false,
    });
  }
  return runtime;
}

describe('200,000 live tokens', () => {
  const runtime = serverWith(200_000);
  const admin = createAdministration(runtime);
  const page = { search: '', offset: 0, limit: 100 };

  test('are counted, and the newest hundred listed, while others get their turn', async () => {
    let turns = 0;
    let isDone = false;
    const takeTurn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    const roots = await admin.rows({ parent: null, ...page });
    isDone = true;
    expect(roots.items).toMatchObject([{ kind: 'holder', holder: null, tokens: 200_000, live: 200_000 }]);
    expect(turns).toBeGreaterThan(20);
    const parent = { kind: 'client', holder: null, clientId: 'batch' } as const;
    const { total, items } = await admin.rows({ parent, ...page, offset: 100 });
    expect(total).toBe(200_000);
    expect(items).toHaveLength(100);
    expect(items[0]?.issuedAtMillis).toBe(startMillis + 199_899);
    expect(items.at(-1)?.issuedAtMillis).toBe(startMillis + 199_800);
  });

  test('end together, with one event', async () => {
    const events: string[] = [];
    runtime.audit.onEvent(({ type, fields }) => events.push(`${type} ${fields.clientId}`));
    const target = { kind: 'client', clientId: 'batch' } as const;
    expect(await admin.revoke({ target, by: 'administrator', reason: '' })).toEqual({
      grants: 0,
      tokens: 200_000,
    });
    expect(events).toEqual(['token.revoked batch']);
    expect(await admin.count({ kind: 'client', clientId: 'batch' })).toMatchObject({ live: 0 });
  });
});

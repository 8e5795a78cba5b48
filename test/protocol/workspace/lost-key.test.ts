import { describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import { openSecretStore } from '#main/workspace/index.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { clientCredentials } from '#test/support/people.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

const firstKey = new Uint8Array(32).fill(1);
const secondKey = new Uint8Array(32).fill(2);
const files = {
  'gatehouse.json': { id: 'w', name: 'W' },
  'oauth/clients/batch-job.json': {
    client_id: 'batch-job',
    client_secret: { $secret: 'batch' },
    grant_types: ['client_credentials'],
  },
};

const directory = startedAnew(temporaryDirectory);

const open = (sealKey: Uint8Array) => openTestStorage(directory.path, {}, sealKey);

/** Opens a state with a key and reads its content. */
async function look(sealKey: Uint8Array) {
  const storage = await open(sealKey);
  const secrets = await openSecretStore(storage.records);
  const plain = await storage.records.get<string>('plain', 'p');
  const found = {
    problems: storage.problems.map(({ code }) => code),
    secret: secrets.resolve('batch'),
    plain,
    exchanges: (await storage.exchanges.page({ limit: 10 })).items.length,
  };
  await storage.close();
  return found;
}

async function fill(): Promise<void> {
  const storage = await open(firstKey);
  const secrets = await openSecretStore(storage.records);
  await secrets.set('batch', 'planted-batch-secret');
  storage.records.put('plain', 'p', 'not sealed');
  for (let index = 0; index < 1_200; index += 1)
    storage.records.put('run', String(index).padStart(5, '0'), { index }, { sealed: true });
  storage.exchanges.append([packExchange('id1', exchangeDraft(), true)]);
  await storage.close();
}

const whole = { problems: [], secret: 'planted-batch-secret', plain: 'not sealed', exchanges: 1 };
const lost = { problems: ['secret.key-lost'], secret: null, plain: 'not sealed', exchanges: 0 };

describe('the key that seals the state', () => {
  test('can be replaced: everything opens with the new one, nothing with the former', async () => {
    await fill();
    const storage = await open(firstKey);
    expect(await storage.sealed?.rotateKey(secondKey)).toBe(1_202);
    storage.records.put('run', 'after', 'sealed under the new key', { sealed: true });
    expect(await storage.records.get('secret', 'batch')).toBe('planted-batch-secret');
    await storage.close();
    expect(await look(secondKey)).toEqual(whole);
    expect(await look(firstKey)).toEqual(lost);
  });

  test('stays as it is when the new one is none', async () => {
    await fill();
    const storage = await open(firstKey);
    await expect(storage.sealed?.rotateKey(new Uint8Array(31))).rejects.toMatchObject({
      code: 'secret.key-invalid',
    });
    await storage.close();
    expect(await look(firstKey)).toEqual(whole);
  });

  test('when lost, leaves what it sealed untouched: the former key opens it again', async () => {
    await fill();
    expect(await look(secondKey)).toEqual(lost);
    const storage = await open(secondKey);
    expect(await storage.sealed?.rotateKey(new Uint8Array(32).fill(3))).toBe(0);
    await storage.close();
    expect(await look(firstKey)).toEqual(whole);
  });
});

test('a workspace whose key is lost runs: its client is refused, until the secret is stored anew', async () => {
  await fill();
  const storage = await open(secondKey);
  const running = await startTestEngine({ files, storage });
  const { engine, authorizationServer } = running;
  const codes = () => engine.problems().map(({ code }) => code);
  const ask = () => clientCredentials(authorizationServer);
  expect(storage.problems).toMatchObject([
    { code: 'secret.key-lost', fix: expect.stringContaining('previous key') },
  ]);
  expect(codes()).toEqual(['secret.key-lost', 'secret.unresolved']);
  expect((await ask()).body).toMatchObject({ error: 'invalid_client' });

  await engine.secrets.set('batch', 'planted-batch-secret');
  expect(codes()).toEqual(['secret.key-lost']);
  expect((await ask()).status).toBe(200);

  expect(await engine.forgetSecrets()).toBeGreaterThanOrEqual(1_200);
  expect(codes()).toEqual([]);
  await running.stop();
  expect(await look(secondKey)).toMatchObject({ problems: [], secret: 'planted-batch-secret' });
  expect((await look(firstKey)).secret).toBeNull();
});

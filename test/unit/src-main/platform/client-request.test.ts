import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClientPools, sendOverPool } from '#main/platform/client-request.ts';
import { directRoute } from '#main/platform/outgoing.ts';
import { listeningOrigin } from '#test/support/listening.ts';

const neverStopped = new AbortController().signal;
const pools = () => createClientPools({ maxConnections: 3, timeoutSeconds: 5 });

describe('a request over a pool of connections', () => {
  const seen = new Map<string, number>();
  const server = createServer((request, response) => {
    seen.set(request.url ?? '', request.socket.remotePort ?? 0);
    // Answers come in another order than the requests, so that connections change hands.
    setTimeout(() => response.end('done'), request.url?.endsWith('0') === true ? 20 : 1);
  });
  let origin: string;
  let own: ReturnType<typeof createClientPools>;
  beforeEach(async () => {
    seen.clear();
    own = pools();
    origin = await listeningOrigin(server);
  });
  afterEach(async () => {
    await own.close();
    await new Promise((resolve) => void server.close(resolve));
  });

  test('says the port that it left by, by which the other end recorded it', async () => {
    const pool = await own.of(origin, directRoute);
    const paths = Array.from({ length: 30 }, (_, index) => `/${index}`);
    const answers = await Promise.all(
      paths.map((path) => sendOverPool(pool, origin, { path, method: 'GET' }, neverStopped)),
    );
    expect(answers.map(({ clientPort }) => clientPort)).toEqual(paths.map((path) => seen.get(path)));
    expect(new Set(seen.values()).size).toBe(3);
  });
});

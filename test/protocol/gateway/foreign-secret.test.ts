import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerUses } from '#main/workspace/index.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { startUpstream, type Upstream } from './parties.ts';

const file = 'routes/10-all.json';

let seen: IncomingHttpHeaders[];
let upstream: Upstream;
let running: TestEngine;

beforeEach(async () => {
  seen = [];
  upstream = await startUpstream(({ headers }, response) => {
    seen.push(headers);
    response.end('there');
  });
  running = await startTestEngine({
    seal: true,
    files: {
      ...ordinaryFiles,
      [file]: {
        baseURI: upstream.origin,
        handler: {
          type: 'Chain',
          config: {
            filters: [
              {
                type: 'HttpBasicAuthenticationClientFilter',
                config: { username: 'gate', password: { $secret: 'client.portal-web' } },
              },
            ],
            handler: 'ReverseProxyHandler',
          },
        },
      },
    },
  });
});
afterEach(async () => {
  await running.stop();
});

const ask = async () => (await fetch(`${running.gateway}/orders`)).status;

test('a route that names the secret of a client sends nothing of it, as long as it is not allowed', async () => {
  const { secrets } = running.engine;
  const use = { file, name: 'client.portal-web' };
  expect(await ask()).toBe(500);
  expect(seen).toEqual([]);
  expect(running.engine.problems()).toContainEqual(
    expect.objectContaining({
      code: 'secret.not-allowed',
      fix: expect.stringContaining(`--allow-secret ${file}=client.portal-web`) as unknown,
    }),
  );
  await answerUses(secrets, [use], 'allowed');
  expect(await ask()).toBe(200);
  const credential = Buffer.from('gate:planted-client-secret').toString('base64');
  expect(seen[0]?.authorization).toBe(`Basic ${credential}`);
  await answerUses(secrets, [use], 'refused');
  expect(await ask()).toBe(500);
  expect(seen).toHaveLength(1);
});

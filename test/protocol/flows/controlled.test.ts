import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { flowStartSchema } from '#shared/api/flows.ts';
import { noBrowser } from '#test/protocol/controlled-browser/parties.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { listeningOrigin } from '#test/support/listening.ts';
import { startedAnew } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

let running: TestEngine;

/** A server that others run: it knows its visitor already, and sends the browser on by way of a page of its own. */
const server = startedAnew(() =>
  createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const { searchParams } = url;
    if (url.pathname === '/authorize') response.writeHead(302, { location: `/known${url.search}` }).end();
    else if (url.pathname === '/known')
      response
        .writeHead(302, {
          location: `${searchParams.get('redirect_uri')}?code=foreign-code&state=${searchParams.get('state')}`,
        })
        .end();
    else if (url.pathname === '/token')
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify({ access_token: 'foreign-token', token_type: 'Bearer', expires_in: 60 }));
    else response.writeHead(404).end();
  }),
);
beforeEach(async () => {
  const issuer = await listeningOrigin(server);
  const target = {
    issuer,
    discovery: false,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    clients: [{ client_id: 'portal', redirect_uris: ['https://portal.example/cb'] }],
    users: [{ username: 'ann' }],
  };
  running = await startTestEngine({
    files: { ...ordinaryFiles, 'targets/other.json': target },
    browser: { path: null, isHeadless: true },
  });
});
afterEach(async () => {
  await running.stop();
});

describe('a flow in the controlled browser', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test('every hop of a foreign front channel is an arrow, and the answer is caught on its way to the client', async () => {
    const { flows, recorder } = running.engine;
    const run = await flows.start(
      flowStartSchema.parse({
        kind: 'code-pkce',
        target: 'other',
        clientId: 'portal',
        username: 'ann',
        mode: 'run',
        browser: 'controlled',
      }),
    );
    const done = await eventually(() => {
      const view = flows.get(run.id);
      const isOver = view.state === 'passed' || view.state === 'failed';
      // The browser's view of the last hop comes a moment after the answer itself.
      return isOver && view.steps.some(({ id, status }) => id === 'authorize/callback' && status !== null)
        ? view
        : null;
    });
    expect([done.state, done.note]).toEqual(['passed', 'All steps completed.']);
    const hops = done.steps.filter(({ stepId }) => stepId === 'authorize');
    expect(hops.map(({ id, path, status }) => [id, path, status])).toEqual([
      ['authorize', '/authorize', 302],
      ['authorize/page', '/known', 302],
      ['authorize/callback', '/cb', 200],
    ]);
    const known = await recorder.get(hops[1]?.clientExchangeId ?? '');
    expect(known?.response?.headers.flat()).toContain(
      `https://portal.example/cb?code=foreign-code&state=${done.values.find(({ name }) => name === 'state')?.preview}`,
    );
  });
});

import { describe, expect, test } from 'vitest';
import { measureMaxWait } from '#test/support/answering.ts';
import { eventually } from '#test/support/eventually.ts';
import { serve } from '#test/support/served.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession } from '#test/support/web-session.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';
import { startPlainServer, targetAt } from '../protocol/flows/parties.ts';

/** A page of 0.9 MB: what a sign-in page of an unknown server may well have. */
const pageBytes = 900_000;
const maxWaitMillis = 5_000;
const filled = (piece: string) => piece.repeat(Math.ceil(pageBytes / piece.length)).slice(0, pageBytes);

const remote = startedOnce(startPlainServer);
const workspace = startedOnce(() =>
  writeWorkspace({
    ...ordinaryFiles,
    'targets/remote.json': targetAt(remote.origin),
    'flows/greedy.json': savedFlow(remote.origin),
  }),
);
const state = startedOnce(temporaryDirectory);
const served = startedOnce(() => serve(['--workspace', workspace.path, '--state-dir', state.path]));
const client = startedOnce(async () => (await openWebSession(served.ready.ui ?? '')).client);

/** A flow of a workspace whose pattern goes back and forth for ever. */
function savedFlow(origin: string) {
  const field = (name: string, value: string) => ({ name, value });
  return {
    kind: 'client-credentials',
    client_id: 'portal',
    target: 'remote',
    script: {
      title: 'Greedy',
      parties: { '': { client: 'portal', user: null } },
      steps: [
        {
          act: 'send',
          id: 'ask',
          from: 'client',
          to: 'as',
          request: { origin, path: '/page', method: 'GET', headers: [field('Host', '{{host}}')] },
          captures: [{ name: 'found', from: 'body', of: '>(a+)+$' }],
        },
      ],
    },
  };
}

function answerPage(page: string): void {
  const body = `<!doctype html><html><body>${page}`;
  remote.answer = (socket) =>
    void socket.end(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
}

const signIn = {
  kind: 'code',
  target: 'remote',
  clientId: 'portal',
  username: 'ann',
  mode: 'run',
  browser: 'unattended',
} as const;

const metadataUrl = () => `${served.authorizationServer}/.well-known/oauth-authorization-server`;

/** How a run ends, and how long the hosted server took at most to answer meanwhile. */
async function playBeside(start: () => Promise<{ readonly id: string }>) {
  let note = '';
  const over = start().then(({ id: runId }) =>
    eventually(async () => {
      const run = await client.flows.get({ runId });
      note = run.note;
      return run.state === 'passed' || run.state === 'failed' ? run : null;
    }),
  );
  return { waitMillis: await measureMaxWait(metadataUrl(), over, 20_000), note };
}

describe('a remote server that answers with a hostile page', () => {
  test.each([
    ['many forms that do not end', filled('<form>')],
    ['many elements in each other', filled('<div><p>')],
    ['many ends of nothing', filled('<i></b>')],
  ])('with %s keeps nobody else waiting', async (_name, page) => {
    answerPage(page);
    const { waitMillis } = await playBeside(() => client.flows.start(signIn));
    expect(waitMillis).toBeLessThan(maxWaitMillis);
  });

  test('that fits the pattern of a flow badly keeps nobody else waiting', async () => {
    answerPage(`${'a'.repeat(5_000)}!`);
    const { waitMillis, note } = await playBeside(() =>
      client.flows.startSaved({ name: 'greedy', mode: 'run', browser: 'unattended' }),
    );
    expect([waitMillis < maxWaitMillis, note]).toEqual([true, 'All steps completed.']);
  });

  test('keeps nobody waiting where it is looked at either', async () => {
    answerPage(filled('<input name="a" '));
    const { id: runId } = await client.flows.start(signIn);
    const { steps } = await eventually(async () => {
      const run = await client.flows.get({ runId });
      return run.state === 'failed' ? run : null;
    });
    const id = steps.find(({ clientExchangeId }) => clientExchangeId !== null)?.clientExchangeId ?? '';
    const shown = eventually(() => client.exchanges.get({ id }).catch(() => null));
    expect(await measureMaxWait(metadataUrl(), shown, 20_000)).toBeLessThan(maxWaitMillis);
  });
});

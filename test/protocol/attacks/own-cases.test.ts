import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AttackStart } from '#shared/api/index.ts';
import type { CaseReport } from '#shared/attacks/index.ts';
import { type ConnectedClient, connectByPort } from '#test/support/api-clients.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { caseOfStep, ownCase, requestTo } from '#test/support/own-case.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

let stranger: Server;
/** Connections to a server that no case has any business with. */
let calls: number;
let running: TestEngine;
let connected: ConnectedClient;

beforeEach(async () => {
  calls = 0;
  stranger = createServer((socket) => {
    calls += 1;
    socket
      .on('error', () => undefined)
      .end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => void stranger.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await connected.close();
  await running.stop();
  await new Promise((resolve) => void stranger.close(resolve));
});

const elsewhere = () => `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;

async function open(cases: readonly object[], options: Partial<TestEngineOptions> = {}): Promise<void> {
  running = await startTestEngine({
    files: { ...ordinaryFiles, 'attacks/own.json': { title: 'Ours', cases } },
    ...options,
  });
  connected = await connectByPort(running.engine);
}

async function resultOf(id: string, start: Partial<AttackStart> = {}): Promise<CaseReport | null> {
  const { attacks } = connected.client;
  const run = await attacks.start({ profile: 'strict', only: [id], ...start });
  await eventually(async () => ((await attacks.get({ runId: run.id })).state === 'running' ? null : true));
  return attacks.result({ runId: run.id, caseId: id });
}

describe('a case of the workspace', () => {
  test('is listed and played beside those of the catalogue, and comes to verdicts as they do', async () => {
    await open([ownCase]);
    const groups = await connected.client.attacks.catalogue();
    expect(groups.at(-1)).toMatchObject({
      title: 'Ours',
      own: { file: 'attacks/own.json', withheld: null },
      cases: [{ id: 'ZZ-01', title: ownCase.title }],
    });
    expect(groups.filter(({ own }) => own === null)).toHaveLength(22);
    expect(await resultOf('ZZ-01')).toMatchObject({ verdict: 'PASSED', group: 'Ours' });
    const weak = { profile: 'training', weaknesses: ['code-reusable'] } as const;
    expect((await resultOf('ZZ-01', { ...weak, weaknesses: [...weak.weaknesses] }))?.verdict).toBe('FAILED');
  });

  test('is opened as an ordinary run', async () => {
    await open([ownCase]);
    const { attacks, flows } = connected.client;
    const run = await attacks.open({ profile: 'strict', caseId: 'ZZ-01', variant: '', play: 'mutant' });
    expect(run).toMatchObject({ state: 'paused', origin: { kind: 'attack', name: 'ZZ-01' } });
    const done = await flows.resume({ runId: run.id });
    expect(done.steps.find(({ id }) => id === 'again')).toMatchObject({ status: 400 });
  });

  test('follows its file; a broken one takes nothing of the catalogue away', async () => {
    await open([ownCase, { ...ownCase, id: 'AC-01' }]);
    const { attacks, workspace } = connected.client;
    const problems = () => running.engine.problems().map(({ code, location }) => [code, location?.line]);
    expect(problems()).toContainEqual(['attack.case-taken', expect.any(Number)]);
    const ids = async () => (await attacks.catalogue()).flatMap(({ cases }) => cases.map(({ id }) => id));
    expect(await ids()).toHaveLength(242);
    const file = 'attacks/more.json';
    await workspace.writeFile({
      file,
      text: JSON.stringify([{ ...ownCase, id: 'ZZ-02' }]),
      baseVersion: null,
    });
    expect(await ids()).toContain('ZZ-02');
    expect((await resultOf('AC-01'))?.group).not.toBe('Ours');
  });

  test('that names a step which is not there is said to say nothing', async () => {
    const [variant] = ownCase.variants;
    const edits = { tokn: [{ op: 'set', place: 'form.code', value: 'x' }] };
    await open([{ ...ownCase, variants: [{ ...variant, edits }] }]);
    expect(await resultOf('ZZ-01')).toMatchObject({
      verdict: 'INCONCLUSIVE',
      reason: expect.stringContaining('“tokn”, which does not exist'),
    });
  });

  test('is not played where the workspace is not trusted', async () => {
    const opening = { by: 'screen', isRestricted: true, isOlder: false, isRemembered: false } as const;
    await open([ownCase], { opening });
    const reason = expect.stringContaining('is not trusted to run the attack cases of attacks/own.json');
    expect((await connected.client.attacks.catalogue()).at(-1)?.own?.withheld).toEqual(reason);
    expect(await resultOf('ZZ-01')).toMatchObject({ verdict: 'SKIPPED', reason, variants: [] });
    await expect(
      connected.client.attacks.open({ caseId: 'ZZ-01', variant: '', play: 'mutant' }),
    ).rejects.toMatchObject({ data: { code: 'workspace.restricted' } });
  });
});

describe('a case of the workspace reaches the server and the canary alone', () => {
  const [variant] = ownCase.variants;
  const ofVariant = (change: object) => ({ ...ownCase, variants: [{ ...variant, ...change }] });
  const checked = { expect: [{ check: 'review', step: '', question: '' }] };
  const raw = (line: string) =>
    requestTo('{{token_origin}}', { raw: `${line}\r\nHost: {{host}}\r\nConnection: close\r\n\r\n` });
  const toElsewhere = { op: 'set', place: 'origin' };

  /** Every member of a case that can hold an address which is connected to. */
  const places: readonly (readonly [string, () => object])[] = [
    ['the origin of a step', () => caseOfStep('ZZ-01', { request: requestTo(elsewhere()) })],
    [
      'an origin with the server as its user',
      () => caseOfStep('ZZ-01', { request: requestTo(elsewhere().replace('//', '//127.0.0.1:9031@')) }),
    ],
    [
      'the path of a step',
      () => caseOfStep('ZZ-01', { request: requestTo('{{token_origin}}', { path: `${elsewhere()}/` }) }),
    ],
    [
      'the method of a step',
      () =>
        ofVariant({
          ...checked,
          steps: [
            {
              act: 'make',
              id: 'm',
              as: 'line',
              maker: 'text',
              options: { text: `GET ${elsewhere()}/ HTTP/1.1\r\nX:` },
            },
            { like: 'token', id: 'again', edits: [{ op: 'set', place: 'method', value: '{{line}}' }] },
          ],
        }),
    ],
    [
      'the text of a raw request',
      () => caseOfStep('ZZ-01', { request: raw(`GET ${elsewhere()}/ HTTP/1.1`) }),
    ],
    [
      'a second request in it',
      () =>
        caseOfStep('ZZ-01', {
          request: raw(`GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\nGET ${elsewhere()}/ HTTP/1.1`),
        }),
    ],
    ['a tunnel', () => caseOfStep('ZZ-01', { request: raw(`CONNECT ${elsewhere().slice(7)} HTTP/1.1`) })],
    [
      'a step that a browser begins with',
      () =>
        ofVariant({
          ...checked,
          base: undefined,
          steps: [{ act: 'browse', id: 'b', request: requestTo(elsewhere()) }],
        }),
    ],
    [
      'an edit of a step',
      () => ofVariant({ ...checked, edits: { token: [{ ...toElsewhere, value: elsewhere() }] }, steps: [] }),
    ],
    [
      'an edit of the browser’s step',
      () =>
        ofVariant({ ...checked, edits: { authorize: [{ ...toElsewhere, value: elsewhere() }] }, steps: [] }),
    ],
    [
      'a change of a step',
      () => ofVariant({ ...checked, change: { token: { request: requestTo(elsewhere()) } }, steps: [] }),
    ],
    [
      'a step like another',
      () =>
        ofVariant({
          steps: [{ like: 'token', id: 'again', edits: [{ ...toElsewhere, value: elsewhere() }] }],
        }),
    ],
    [
      'a value that was made',
      () =>
        ofVariant({
          ...checked,
          steps: [
            { act: 'make', id: 'm', as: 'there', maker: 'text', options: { text: elsewhere() } },
            { like: 'token', id: 'again', edits: [{ ...toElsewhere, value: '{{there}}' }] },
          ],
        }),
    ],
    [
      'the control',
      () =>
        ofVariant({
          control: {
            steps: [{ act: 'send', id: 'c', from: 'client', to: 'as', request: requestTo(elsewhere()) }],
          },
        }),
    ],
    [
      'pairs',
      () =>
        ofVariant({
          ...checked,
          steps: [
            { like: 'token', id: 'one', times: 2 },
            {
              like: 'token',
              id: 'two',
              times: 2,
              paired: { with: 'one' },
              edits: [{ ...toElsewhere, value: elsewhere() }],
            },
          ],
        }),
    ],
  ];

  test.each(places)('whatever %s names', async (_place, make) => {
    await open([make()]);
    expect(running.engine.problems().filter(({ severity }) => severity === 'error')).toEqual([]);
    const result = await resultOf('ZZ-01');
    expect(result?.verdict).toBe('INCONCLUSIVE');
    expect(result?.reason).toContain('which is neither the server nor the canary');
    expect(calls).toBe(0);
  });

  test('when it is opened as a run too, and the run is repeated', async () => {
    await open([caseOfStep('ZZ-01', { request: requestTo(elsewhere()) })]);
    const { attacks, flows } = connected.client;
    const run = await attacks.open({ profile: 'strict', caseId: 'ZZ-01', variant: '', play: 'mutant' });
    const done = await flows.resume({ runId: run.id });
    expect(done.steps).toMatchObject([{ id: 'sent', state: 'failed', status: null }]);
    const again = await flows.replay({ runId: run.id, mode: 'run' });
    await eventually(async () => ((await flows.get({ runId: again.id })).state === 'running' ? null : true));
    expect(calls).toBe(0);
  });

  test('and both of them are reached', async () => {
    const status = [{ check: 'status', step: 'sent', in: [200] }];
    const reaching = (id: string, origin: string, expected: readonly object[]) => {
      const made = caseOfStep(id, {
        request: requestTo(origin, { path: '/.well-known/openid-configuration' }),
      });
      const [own] = (made as { variants: readonly object[] }).variants;
      return { ...made, variants: [{ ...own, expect: expected }] };
    };
    await open([
      reaching('ZZ-01', '{{token_origin}}', status),
      reaching('ZZ-02', '{{canary}}', [{ check: 'silent', step: 'sent' }]),
    ]);
    expect((await resultOf('ZZ-01'))?.verdict).toBe('PASSED');
    expect((await resultOf('ZZ-02'))?.verdict).toBe('FAILED');
  });
});

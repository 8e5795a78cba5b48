import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ContractSource } from '#shared/api/index.ts';
import { holdsAt, type LintFinding, omittedAt } from '#shared/contract/index.ts';
import { connectByPort } from '#test/support/api-clients.ts';
import { codeOf } from '#test/support/api-stories.ts';
import { har, harEntry, importedSource, sendSource, untilContract } from '#test/support/contract-sources.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';

const running = startedAnew(startTestEngine);
const connected = startedAnew(() => connectByPort(running.engine));
const client = startedAnew(() => connected.client);

const environment = () => `${running.platform}/v1/environments/e-1`;
const former = () => `curl '${environment()}/deviceAuthenticationPolicy'\n`;
const counts = () => `curl '${environment()}/activeIdentityCounts'\n`;
const folderOf = (id: string) => join(running.engine.ports.stateDirectory, 'contract', id);

async function sourceOf(id: string): Promise<ContractSource | undefined> {
  return (await client.contractHistory.state()).sources.find((source) => source.id === id);
}
async function textOf(id: string): Promise<string> {
  const { base64 } = await client.contractHistory.readSource({ id, offset: 0 });
  return Buffer.from(base64, 'base64').toString();
}
async function keyOf(file: string, rule: string): Promise<string> {
  const { findings } = await untilContract(client, (state) =>
    state.findings.some(({ id, location }) => id === rule && location.file === file),
  );
  return findings.find(({ id, location }) => id === rule && location.file === file)?.key ?? '';
}
/** Begins the import of a recording that takes a while. */
function beginLarge(name: string): Promise<string> {
  const entries = Array.from({ length: 30_000 }, (_, index) =>
    harEntry('GET', `${environment()}/users/${index}`),
  );
  return sendSource(client, name, har(entries));
}

describe('the name of an imported file', () => {
  test('can be that of another: each is read by its ending, and stays itself when the other goes', async () => {
    const one = await importedSource(client, 'calls.sh', former());
    const two = await importedSource(client, 'calls.sh', counts());
    expect([one.file, two.file]).toEqual(['calls.sh', 'calls (2).sh']);
    expect([one.requests, two.requests, two.problem]).toEqual([1, 1, null]);
    await client.contractHistory.removeSource({ id: one.id });
    const left = await sourceOf(two.id);
    expect(left).toMatchObject({ file: 'calls (2).sh', requests: 1, findings: two.findings });
    await client.contractHistory.fix({ keys: [await keyOf('calls (2).sh', 'CC-016')] });
    expect(await textOf(two.id)).toContain('/metrics/activeIdentityCounts');
  });

  test.each([
    ['connectors/there.sh', 'there.sh'],
    ['C:\\calls\\there.sh', 'there.sh'],
    ['../../../etc/there.sh', 'there.sh'],
    ['activity', 'activity (2)'],
    [`${'n'.repeat(252)}.sh`, `${'n'.repeat(252)}.sh`],
  ])('%s can be one', async (name, file) => {
    const { id, findings, problem } = await importedSource(client, name, former());
    expect(await sourceOf(id)).toMatchObject({ file });
    if (name.endsWith('.sh')) expect([findings > 0, problem]).toEqual([true, null]);
  });
});

describe('pieces of a file', () => {
  test('that are sent twice at once are taken once', async () => {
    const bytes = Buffer.from(former());
    const { id } = await client.contractHistory.addSource({ name: 'a.sh', sizeBytes: bytes.length });
    const piece = { id, offset: 0, base64: bytes.toString('base64') };
    const codes = await Promise.all(
      [1, 2, 3].map(() => codeOf(client.contractHistory.uploadSource(piece)).catch(() => 'taken')),
    );
    expect(codes.filter((code) => code === 'contract.upload-broken')).toHaveLength(2);
    await untilContract(client, ({ findings }) => findings.some(({ location }) => location.file === 'a.sh'));
    expect(running.engine.jobs.list().filter(({ kind }) => kind === 'contract-source')).toHaveLength(1);
  });

  test('of a source that was removed meanwhile do not bring it back', async () => {
    const { id } = await client.contractHistory.addSource({ name: 'a.sh', sizeBytes: 100 });
    const sent = codeOf(
      client.contractHistory.uploadSource({ id, offset: 0, base64: Buffer.alloc(50).toString('base64') }),
    ).catch(() => '');
    await client.contractHistory.removeSource({ id });
    await sent;
    expect(await sourceOf(id)).toBeUndefined();
  });

  test('that cannot be written are an error with its code', async () => {
    const { id } = await client.contractHistory.addSource({ name: 'a.sh', sizeBytes: 4 });
    rmSync(folderOf(id), { recursive: true });
    writeFileSync(folderOf(id), 'in the way');
    expect(await codeOf(client.contractHistory.uploadSource({ id, offset: 0, base64: 'YWJjZA==' }))).toBe(
      'state.unwritable',
    );
  });
});

describe('an import that goes on', () => {
  test('ends when its source is removed, and is done anew when that is restored', async () => {
    const id = await beginLarge('day.har');
    const { undoId } = await client.contractHistory.removeSource({ id });
    expect(await sourceOf(id)).toBeUndefined();
    await client.contractHistory.restoreSource({ undoId });
    await untilContract(client, ({ sources }) =>
      sources.some((source) => source.id === id && source.work === null && source.requests === 30_000),
    );
    expect(await sourceOf(id)).toMatchObject({ problem: null });
  });

  test('and is cancelled says so, and gives way to the next of its name', async () => {
    const id = await beginLarge('day.har');
    const job = running.engine.jobs.list().find(({ kind }) => kind === 'contract-source');
    await client.jobs.cancel({ id: job?.id ?? '' });
    expect(await sourceOf(id)).toMatchObject({ work: null, problem: { code: 'engine.stopped' } });
    expect(await codeOf(client.contractHistory.readSource({ id, offset: 0 }))).toBe('contract.unreadable');
    expect(readdirSync(folderOf(id))).not.toContain('sent');
    const again = await importedSource(client, 'day.har', har([harEntry('GET', `${environment()}/users`)]));
    expect(again).toMatchObject({ file: 'day.har', problem: null });
    expect(await sourceOf(id)).toBeUndefined();
  });
});

describe('fixes of one file', () => {
  const both = () => `${former()}${counts()}`;

  test('are undone from the last to the first', async () => {
    const { id, file } = await importedSource(client, 'calls.sh', both());
    const before = await textOf(id);
    const first = await client.contractHistory.fix({ keys: [await keyOf(file, 'CC-022')] });
    const between = await textOf(id);
    const second = await client.contractHistory.fix({ keys: [await keyOf(file, 'CC-016')] });
    const after = await textOf(id);
    expect(await codeOf(client.contractHistory.undoFix({ undoId: first.undoId }))).toBe('workspace.conflict');
    expect(await textOf(id)).toBe(after);
    await client.contractHistory.undoFix({ undoId: second.undoId });
    expect(await textOf(id)).toBe(between);
    await client.contractHistory.undoFix({ undoId: first.undoId });
    expect(await textOf(id)).toBe(before);
    expect(readdirSync(folderOf(id)).toSorted()).toEqual(['kept', 'source.json']);
  });

  test('that come at once are both made, one after the other', async () => {
    const { id, file } = await importedSource(client, 'calls.sh', both());
    const keys = [await keyOf(file, 'CC-022'), await keyOf(file, 'CC-016')];
    const made = await Promise.allSettled(keys.map((key) => client.contractHistory.fix({ keys: [key] })));
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const text = await textOf(id);
    expect(text).toBe(
      both().replace('Policy', 'Policies').replace('/activeIdentityCounts', '/metrics/activeIdentityCounts'),
    );
  });
});

test('of 20,000 calls that break the state shows as many as can be sent, and the report has more', async () => {
  const paths = ['deviceAuthenticationPolicy', 'activeIdentityCounts'];
  const entries = Array.from({ length: 20_000 }, (_, index) =>
    harEntry('GET', `${environment()}/${paths[index % 2]}`),
  );
  const source = await importedSource(client, 'day.har', har(entries));
  expect(source.findings).toBeGreaterThan(1_000);
  const state = await client.contractHistory.state();
  expect(state.findings.length).toBeLessThanOrEqual(1_000);
  expect(JSON.stringify(state).length).toBeLessThan(2_000_000);
  const { text } = await client.contractHistory.exportReport({ format: 'json', date: '2022-06-06' });
  const report = JSON.parse(text) as { findings: unknown[]; omitted: number };
  expect(report.findings.length).toBeGreaterThan(1_000);
  const shown = state.findings.filter(({ holds }) => holdsAt(holds, '2022-06-06'));
  expect(omittedAt(state.omitted, '2022-06-06')).toBe(report.omitted + report.findings.length - shown.length);
});

test('an imported file is linted anew when the settings name another host of the platform', async () => {
  const call = "curl 'https://api.platform.test/v1/environments/e-1/deviceAuthenticationPolicy'\n";
  const { file } = await importedSource(client, 'calls.sh', `${call}${former()}`);
  const found = (findings: readonly LintFinding[]) =>
    findings.filter(({ id, location }) => id === 'CC-022' && location.file === file);
  expect(found((await client.contractHistory.state()).findings)).toHaveLength(1);
  const settings = { hosts: ['https://api.platform.test/v1'] };
  await client.workspace.writeFile({
    file: 'contract/lint.json',
    text: JSON.stringify(settings),
    baseVersion: null,
  });
  const { findings } = await untilContract(client, (state) => found(state.findings).length === 2);
  expect(found(findings)).toHaveLength(2);
});

test('imported files are purged with what undoes their fixes, also while one is imported', async () => {
  const { id, file } = await importedSource(client, 'calls.sh', former());
  const { undoId } = await client.contractHistory.fix({ keys: [await keyOf(file, 'CC-022')] });
  await sendSource(client, 'day.har', har([harEntry('GET', `${environment()}/users`)]));
  const held = async () =>
    (await client.state.usage()).kinds.find(({ kind }) => kind === 'lintSources') ?? {
      count: -1,
      sizeBytes: 0,
    };
  expect(await held()).toMatchObject({ count: 2 });
  expect((await held()).sizeBytes).toBeGreaterThan(2 * former().length);
  expect(await client.state.purge({ kinds: ['lintSources'] })).toEqual({ removed: 2 });
  expect(await held()).toEqual({ kind: 'lintSources', count: 0, sizeBytes: 0 });
  const { sources, findings } = await client.contractHistory.state();
  expect(sources.filter(({ isImported }) => isImported)).toEqual([]);
  expect(findings.filter(({ location }) => location.file === file)).toEqual([]);
  expect(await sourceOf(id)).toBeUndefined();
  expect(await codeOf(client.contractHistory.undoFix({ undoId }))).toBe('api.not-found');
});

test('many changes at once are told as few', async () => {
  const told: number[] = [];
  const service = await running.engine.contract();
  service.onChange(() => told.push(service.state().revision));
  for (let index = 0; index < 50; index += 1) service.forgetLive();
  await eventually(async () => (told.at(-1) === service.state().revision ? true : null));
  expect(told.length).toBeLessThanOrEqual(3);
});

test('a secret in any kind of artefact is in no answer, no export, no copy and no log', async () => {
  const planted = 'pLanted9secret8of7a6person5';
  const curl = `curl -u ann:${planted} -b 'sid=${planted}' -H 'X-Amz-Security-Token: ${planted}' -d '{"password":"${planted}"}' '${environment()}/deviceAuthenticationPolicy?access_token=${planted}'\n`;
  const body = JSON.stringify({ client_secret: planted, name: 'ann' });
  const entry = {
    ...harEntry('POST', `https://ann:${planted}@x.example/deviceAuthenticationPolicy?token=${planted}`, {
      headers: [{ name: 'X-Amz-Security-Token', value: planted }],
      postData: { mimeType: 'application/json', text: body },
      _private: planted,
    }),
    _webSocketMessages: [{ type: 'send', time: 1, opcode: 1, data: body }],
  };
  const ids: string[] = [];
  for (const [name, text] of [
    ['calls.sh', curl],
    [
      'calls.http',
      `GET ${environment()}/deviceAuthenticationPolicy\nAuthorization: Basic\n ${planted}\nCookie: sid=${planted}\n`,
    ],
    [
      'calls.js',
      `const password = '${planted}';\nfetch('${environment()}/deviceAuthenticationPolicy', { headers: { 'X-Api-Key': '${planted}' } });\n`,
    ],
    ['day.har', har([entry])],
  ] as const)
    ids.push((await importedSource(client, name, text)).id);
  const everything = [JSON.stringify(await client.contractHistory.state()), running.logLines.join('\n')];
  for (const format of ['text', 'json', 'sarif', 'junit', 'markdown'] as const)
    everything.push((await client.contractHistory.exportReport({ format, date: null })).text);
  for (const id of ids)
    for (const name of readdirSync(folderOf(id)))
      everything.push(readFileSync(join(folderOf(id), name), 'utf8'));
  for (const text of everything) expect(text).not.toContain(planted);
});

describe('what a process leaves that was killed', () => {
  /** Puts a source into the state, as it lies there before the linter is made. */
  function left(id: string, meta: object | string, files: Readonly<Record<string, string>>): void {
    mkdirSync(folderOf(id), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folderOf(id), name), text);
    const whole = { id, name: `${id}.sh`, file: `${id}.sh`, fixId: null, sizeBytes: 9, receivedBytes: 9 };
    const more = { kind: null, masked: 0, problem: null, jobId: 'gone' };
    const text = typeof meta === 'string' ? meta : JSON.stringify({ ...whole, ...more, ...meta });
    writeFileSync(join(folderOf(id), 'source.json'), text);
  }

  test('goes on where an import was broken off, and is dropped where nobody needs it', async () => {
    left('masking', { state: 'reading' }, { sent: former(), kept: 'curl half' });
    left('masked', { state: 'reading' }, { kept: counts() });
    left('receiving', { state: 'receiving' }, { sent: 'cur' });
    left('damaged', '{"id":"dam', { kept: former() });
    left('fixed', { state: 'ready' }, { kept: former(), 'kept.next': 'half', 'kept.0123': 'long ago' });
    const { sources } = await untilContract(client, (state) =>
      ['masking', 'masked', 'fixed'].every((id) =>
        state.sources.some((source) => source.id === id && source.requests === 1 && source.work === null),
      ),
    );
    expect(
      sources
        .filter(({ isImported }) => isImported)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['fixed', 'masked', 'masking']);
    expect(await textOf('masking')).toBe(former());
    expect(readdirSync(folderOf('masking')).toSorted()).toEqual(['kept', 'source.json']);
    expect(readdirSync(folderOf('fixed')).toSorted()).toEqual(['kept', 'source.json']);
    expect(readdirSync(join(folderOf('fixed'), '..')).toSorted()).toEqual(['fixed', 'masked', 'masking']);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import { platformConnector } from '#test/support/contract-connector.ts';
import { har, harEntry, importedSource, untilContract } from '#test/support/contract-sources.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const connector = 'connectors/provisioner.openicf-platform.json';
const former = '/deviceAuthenticationPolicy';

describe.each(twoTransports)('the history of the contract over %s', (_name, connect) => {
  const running = startedOnce(() =>
    startTestEngine({ files: { ...ordinaryFiles, [connector]: platformConnector(former) } }),
  );
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  const directory = () => running.engine.workspace.directory;
  const textOf = (file: string) => readFileSync(join(directory(), file), 'utf8');
  const found = (rule: string) =>
    untilContract(client, ({ findings }) => findings.some(({ id }) => id === rule)).then(({ findings }) =>
      findings.filter(({ id }) => id === rule),
    );
  const gone = (rule: string) =>
    untilContract(
      client,
      ({ findings }) => !findings.some(({ id, artefact }) => id === rule && artefact === 'connector'),
    );

  test('contractHistory.history has the entries, and every rule', async () => {
    const { history, rules, newest } = await client.contractHistory.history();
    expect(history.entries).toHaveLength(89);
    expect(newest).toBe('2022-06-06');
    expect(rules.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['CC-001', 'CC-032', 'CC-H02', 'CS-065']),
    );
    expect(rules).toHaveLength(32 + 2 + 65);
  });

  test('contractHistory.state finds what a connector breaks, with its place', async () => {
    const [finding] = await found('CC-022');
    expect(finding).toMatchObject({
      severity: 'warning',
      artefact: 'connector',
      location: { file: connector },
    });
    const line = textOf(connector).split('\n')[(finding?.location.line ?? 0) - 1];
    expect(line).toContain(former);
  });

  test('contractHistory.watch tells of changes', async () => {
    const controller = new AbortController();
    const states = await client.contractHistory.watch(
      { streamId: 'watch-contract', credits: 10 },
      { signal: controller.signal },
    );
    for await (const { contractDate } of states) {
      expect(contractDate).toBe('2022-06-06');
      break;
    }
    controller.abort();
  });

  test('contractHistory.fix and contractHistory.undoFix mend the file, and take that back', async () => {
    const before = textOf(connector);
    const [finding] = await found('CC-022');
    const { undoId, fixed } = await client.contractHistory.fix({ keys: [finding?.key ?? ''] });
    expect(fixed).toBe(1);
    expect(textOf(connector)).toBe(before.replace(former, '/deviceAuthenticationPolicies'));
    await gone('CC-022');
    expect(await codeOf(client.contractHistory.fix({ keys: [finding?.key ?? ''] }))).toBe(
      'contract.finding-gone',
    );
    await client.contractHistory.undoFix({ undoId });
    expect(textOf(connector)).toBe(before);
    await found('CC-022');
    expect(await codeOf(client.contractHistory.undoFix({ undoId }))).toBe('api.not-found');
  });

  test('a fix does not overwrite what another wrote meanwhile', async () => {
    const [finding] = await found('CC-022');
    const before = textOf(connector);
    const others = before.replace('"enabled": false', '"enabled":  false');
    writeFileSync(join(directory(), connector), others);
    const code = await codeOf(client.contractHistory.fix({ keys: [finding?.key ?? ''] }));
    expect(['contract.finding-gone', 'workspace.conflict']).toContain(code);
    expect(textOf(connector)).toBe(others);
    writeFileSync(join(directory(), connector), before);
    await eventually(async () =>
      (await codeOf(client.contractHistory.fix({ keys: ['none'] }))) === 'contract.finding-gone'
        ? true
        : null,
    );
  });

  test('contractHistory.ignore and contractHistory.unignore keep the reason in the workspace', async () => {
    const [finding] = await found('CC-022');
    const ignored = {
      id: 'CC-022',
      file: connector,
      subject: finding?.subject ?? '',
      reason: 'Moves in March.',
    };
    const state = await client.contractHistory.ignore(ignored);
    expect(state.findings.find(({ id }) => id === 'CC-022')?.ignored).toMatchObject({
      reason: 'Moves in March.',
    });
    expect(JSON.parse(textOf('contract/lint.json'))).toEqual({ ignore: [ignored] });
    const after = await client.contractHistory.unignore(ignored);
    expect(after.findings.find(({ id }) => id === 'CC-022')?.ignored).toBeNull();
  });

  test('contractHistory.answerHost says whether a host is the platform, and takes that back', async () => {
    const call = "curl 'https://api.vendor.example/v1/environments/e-1/deviceAuthenticationPolicy'\n";
    const { file, id } = await importedSource(client, 'vendor.sh', call);
    const host = 'api.vendor.example';
    const answerIs = async (isTold: boolean) => {
      const { coverage } = await untilContract(client, ({ coverage: { hosts } }) =>
        hosts.some((each) => each.host === host && each.isTold === isTold),
      );
      return coverage.hosts;
    };
    expect(await answerIs(false)).toContainEqual({ host, count: 1, isTold: false });
    await client.contractHistory.answerHost({ host, isPlatform: false });
    await answerIs(true);
    await client.contractHistory.answerHost({ host, isPlatform: true });
    const { settings } = await untilContract(client, ({ findings }) =>
      findings.some((each) => each.id === 'CC-022' && each.location.file === file),
    );
    expect([settings.hosts, settings.other_hosts]).toEqual([[`https://${host}`], []]);
    await client.contractHistory.answerHost({ host, isPlatform: null });
    await answerIs(false);
    await client.contractHistory.removeSource({ id });
  });

  test('contractHistory.setDate and contractHistory.setSeverity hold the work to another contract', async () => {
    expect((await client.contractHistory.setDate({ date: '2021-01-01' })).contractDate).toBe('2021-01-01');
    expect(
      (await client.contractHistory.setSeverity({ rule: 'CC-022', severity: 'off' })).coverage.rules.off,
    ).toEqual(['CC-022']);
    expect(
      (await client.contractHistory.setSeverity({ rule: 'CC-022', severity: null })).coverage.rules.off,
    ).toEqual([]);
    expect((await client.contractHistory.setDate({ date: null })).contractDate).toBe('2022-06-06');
  });

  test('contractHistory.addSource and contractHistory.uploadSource import a recording without its secrets', async () => {
    const url = `${running.platform}/v1/environments/e-1/activeIdentityCounts`;
    const headers = [{ name: 'Authorization', value: 'Bearer planted-secret-of-a-person' }];
    const source = await importedSource(client, 'day.har', har([harEntry('GET', url, { headers })]));
    expect(source).toMatchObject({ kind: 'har', requests: 1, masked: 1, problem: null });
    const [finding] = await found('CC-016');
    expect(finding?.location).toMatchObject({
      file: 'day.har',
      entry: 0,
      pointer: '/log/entries/0/request/url',
    });
    expect(JSON.stringify(await client.contractHistory.state())).not.toContain('planted-secret');
  });

  test('contractHistory.readSource gives the copy with its fixes, contractHistory.removeSource and contractHistory.restoreSource take it away and back', async () => {
    const [finding] = await found('CC-016');
    await client.contractHistory.fix({ keys: [finding?.key ?? ''] });
    const { sources } = await client.contractHistory.state();
    const id = sources.find(({ file }) => file === 'day.har')?.id ?? '';
    const { base64, fileName } = await client.contractHistory.readSource({ id, offset: 0 });
    const text = Buffer.from(base64, 'base64').toString();
    expect(fileName).toBe('day.har');
    expect(text).toContain('/environments/e-1/metrics/activeIdentityCounts');
    expect(text).not.toContain('planted-secret');
    const { undoId } = await client.contractHistory.removeSource({ id });
    expect(await codeOf(client.contractHistory.readSource({ id, offset: 0 }))).toBe(
      'contract.source-unknown',
    );
    const state = await client.contractHistory.restoreSource({ undoId });
    expect(state.sources.map(({ file }) => file)).toContain('day.har');
  });

  test('contractHistory.addSample imports the recording that comes with the product', async () => {
    await client.contractHistory.addSample();
    const { findings } = await untilContract(client, ({ findings: all }) =>
      all.some(({ location }) => location.file === 'sample.har'),
    );
    const rules = new Set(
      findings.filter(({ location }) => location.file === 'sample.har').map(({ id }) => id),
    );
    for (const rule of [
      'CC-001',
      'CC-005',
      'CC-015',
      'CC-016',
      'CC-021',
      'CC-022',
      'CC-027',
      'CC-029',
      'CC-H01',
    ])
      expect([...rules]).toContain(rule);
  });

  test('a recording that is cut off is an error with its place, and never clean', async () => {
    const whole = har([harEntry('GET', 'https://x/y')]);
    const source = await importedSource(client, 'cut.har', whole.slice(0, -30));
    expect(source.problem).toMatchObject({
      code: 'contract.har-invalid',
      location: { file: 'cut.har', line: 1 },
    });
    expect(source.problem?.message).toMatch(/line 1, column \d+, it is truncated/);
    const { text } = await client.contractHistory.exportReport({ format: 'json', date: null });
    const { errors } = JSON.parse(text) as { errors: readonly { message: string }[] };
    expect(errors.map(({ message }) => message)).toContainEqual(expect.stringContaining('cut.har'));
  });

  test('contractHistory.exportReport and contractHistory.exportHistory write for others', async () => {
    const { text } = await client.contractHistory.exportReport({ format: 'sarif', date: null });
    const { version, runs } = JSON.parse(text) as {
      version: string;
      runs: { results: { ruleId: string }[] }[];
    };
    expect(version).toBe('2.1.0');
    expect(runs[0]?.results.map(({ ruleId }) => ruleId)).toContain('CC-022');
    const { history } = await client.contractHistory.history();
    const entries = history.entries.slice(0, 2).map(({ id }) => id);
    const changelog = await client.contractHistory.exportHistory({ format: 'markdown', entries });
    expect(changelog.text).toContain('2022-06-06');
  });

  test('workspace.checkFile finds the same in a text that is being edited, with its fix', async () => {
    const problems = await client.workspace.checkFile({ file: connector, text: textOf(connector) });
    const problem = problems.find(({ code }) => code === 'CC-022');
    expect(problem?.actions?.map(({ kind }) => kind)).toEqual(['fix-finding', 'open-contract']);
  });

  test('app.status has what is found in the workspace among its problems', async () => {
    const { problems } = await client.app.status();
    expect(problems.map(({ code }) => code)).toContain('CC-022');
  });
});

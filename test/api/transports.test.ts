import { isDefinedError, safe } from '@orpc/client';
import { describe, expect, test } from 'vitest';
import { contract } from '#shared/api/index.ts';
import { allTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedOnce } from '#test/support/started.ts';

/** A flow that stops before each of its requests. */
const stepping = {
  kind: 'client-credentials',
  clientId: 'batch-job',
  username: null,
  mode: 'step',
  browser: 'system',
} as const;

let streams = 0;
const streamId = () => `test-stream-${(streams += 1)}`;

describe.each(allTransports)('the API over %s', (_name, connect) => {
  const running = startedOnce(startTestEngine);
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  async function finishedRun(kind: string, clientId: string) {
    const { id } = await client.flows.start({
      kind,
      clientId,
      username: 'ann',
      mode: 'run',
      browser: 'unattended',
    });
    return eventually(async () => {
      const run = await client.flows.get({ runId: id });
      return run.state === 'passed' || run.state === 'failed' ? run : null;
    });
  }

  /** Each procedure of the contract has its story below; a new one without is found here. */
  test('has a story for every procedure', () => {
    const covered = new Set(
      `app.info app.status app.watchStatus services.start services.stop services.restart clock.set faults.list faults.add faults.remove
       identity.clients identity.users identity.registrations identity.registration identity.save
       identity.certificates identity.weaknesses dynamicClients.list dynamicClients.setEnabled dynamicClients.remove
       dynamicClients.keep dynamicClients.tokens dynamicClients.createToken dynamicClients.removeToken liveTokens.rows liveTokens.count liveTokens.revoke consents.list
       consents.withdraw accounts.list accounts.unlock accounts.signOut signingKeys.list signingKeys.rotate exchanges.list exchanges.get exchanges.reveal exchanges.curl exchanges.har
       exchanges.importHar exchanges.replay exchanges.diff exchanges.watch flows.openExchange flows.kinds flows.list flows.get flows.plan flows.start
       flows.targets flows.picture flows.discoverServer flows.testServer flows.registeredClients flows.registerClient flows.unregisterClient flows.controlledBrowser flows.replay flows.setValue flows.request flows.editRequest flows.readCurl flows.resend flows.perform
       flows.setBreakpoints flows.answer flows.drop flows.callback flows.save flows.saved flows.startSaved flows.export flows.trustIssuer
       flows.next flows.resume flows.cancel flows.watch flows.reveal tokens.inspect tokens.verify tokens.decrypt tokens.ask tokens.forge tokens.verifySaml tokens.samlShapes tokens.buildSaml
       throttle.routes throttle.check throttle.simulate throttle.watch throttle.cancel throttle.result throttle.decisions throttle.counts throttle.groups throttle.traffics throttle.openTraffic throttle.saveTraffic
       throttle.importTrace throttle.importPiece throttle.finishImport throttle.previewImport throttle.readImport throttle.importState throttle.cancelImport throttle.sendLive throttle.watchLive throttle.liveAnswers throttle.stopLive throttle.live throttle.resetLive connectors.systems connectors.variables connectors.check
       contractHistory.history contractHistory.state contractHistory.watch contractHistory.setDate contractHistory.setSeverity contractHistory.answerHost contractHistory.ignore contractHistory.unignore
       contractHistory.fix contractHistory.undoFix contractHistory.addSource contractHistory.uploadSource contractHistory.addSample contractHistory.removeSource
       contractHistory.restoreSource contractHistory.readSource contractHistory.exportReport contractHistory.exportHistory
       connectors.run connectors.walk connectors.runs connectors.recordings connectors.record connectors.verify connectors.exportDocument connectors.saved
       imports.list imports.get imports.watch imports.targets imports.templates imports.saveTemplate imports.removeTemplate imports.create imports.upload imports.open
       imports.preview imports.read imports.suggest imports.survey imports.save imports.match imports.findUsers imports.applyReconsent imports.rows imports.fix imports.undoFix
       imports.dryRun imports.rehearse imports.load imports.pause imports.resume imports.cancel imports.setPace imports.watchProgress imports.report imports.output imports.undo
       imports.retryFailed imports.forget imports.remove imports.createSample firstTasks.done home.recentWork templates.list templates.show templates.create
       interchange.preview interchange.write interchange.undo interchange.exportZip jobs.list jobs.pause jobs.resume
       jobs.cancel jobs.watch secrets.list secrets.set secrets.allow secrets.refuse secrets.remove secrets.restore streams.grant workspace.info
       workspace.files workspace.readFile workspace.checkFile workspace.writeFile workspace.mergeFile
       workspace.removeFile workspace.restoreFile workspace.setSettings workspace.settings
       workspace.setEnvironment workspace.exportZip drafts.list drafts.put drafts.discard session.get session.put installation.recent installation.forgetRecent
       installation.places installation.create installation.duplicate installation.importZip installation.open
       installation.preferences installation.setPreferences activity.window activity.locate activity.watch
       activity.ids activity.pin activity.markFinding activity.related activity.savedFilters activity.saveFilter
       activity.removeFilter state.usage state.purge state.retention state.setRetention sealing.status sealing.rotate sealing.forget trust.root workspaceTrust.status workspaceTrust.decide workspaceTrust.folders
       workspaceTrust.revoke webhooks.status webhooks.test
       flowTests.watch flowTests.histories flowTests.run flowTests.expectable flowTests.expect
       signIns.list signIns.sessions signIns.forget signIns.targets signIns.preview signIns.import
       attacks.catalogue attacks.targets attacks.confirmTarget attacks.start attacks.list attacks.get attacks.watch
       attacks.cancel attacks.result attacks.report attacks.open`.split(/\s+/),
    );
    const all = Object.entries(contract).flatMap(([area, procedures]) =>
      Object.keys(procedures).map((name) => `${area}.${name}`),
    );
    expect(all.filter((name) => !covered.has(name))).toEqual([]);
    expect(covered.size).toBe(all.length);
  });

  test('app.info and app.status say what runs', async () => {
    expect(await client.app.info()).toMatchObject({ version: '0.0.0-test', workspaceName: 'Test workspace' });
    const status = await client.app.status();
    expect(status.services.map(({ key, state }) => [key, state])).toEqual([
      ['authorizationServer', 'running'],
      ['connectorHost', 'running'],
      ['gateway', 'running'],
      ['platform', 'running'],
      ['sampleUpstreams', 'running'],
    ]);
    // Weaknesses of the clients are reported beside secrets in clear.
    expect(status.problems.every(({ code }) => /^(?:secret\.in-clear|client\.)/.test(code))).toBe(true);
  });

  test('services.stop and services.start take a service down and up again', async () => {
    expect((await client.services.stop({ key: 'sampleUpstreams' })).state).toBe('stopped');
    await expect(fetch(`${running.upstreams}/orders`)).rejects.toThrow();
    const started = await client.services.start({ key: 'sampleUpstreams' });
    expect((await fetch(`${started.url}/orders`)).status).toBe(401);
  });

  test('services.start of a service that there is not is a problem with a code', async () => {
    const { error } = await safe(client.services.start({ key: 'nothing' as 'platform' }));
    expect(isDefinedError(error) && error.data.code).toBe('api.invalid-input');
  });

  test('an input that does not fit is refused with its place', async () => {
    const { error } = await safe(client.exchanges.list({ limit: -1 }));
    expect(isDefinedError(error) && error.data).toMatchObject({
      code: 'api.invalid-input',
      message: expect.stringContaining('limit'),
    });
  });

  test('clock.set moves, freezes and resets the clock of the services', async () => {
    const moved = await client.clock.set({ action: 'advance', millis: 3_600_000 });
    expect(Math.round(moved.offsetMillis / 60_000)).toBe(60);
    expect((await client.clock.set({ action: 'freeze' })).frozen).toBe(true);
    expect(await client.clock.set({ action: 'reset' })).toMatchObject({ offsetMillis: 0, frozen: false });
    const { error } = await safe(client.clock.set({ action: 'advance', millis: 1e15 }));
    expect(isDefinedError(error) && error.data.code).toBe('clock.invalid-jump');
  });

  test('faults.add spoils answers until faults.remove', async () => {
    const rule = await client.faults.add({
      service: 'sampleUpstreams',
      path: '/orders',
      effect: { kind: 'status', status: 503, body: 'spoilt' },
    });
    const url = `${running.engine.hosting.url('sampleUpstreams')}/orders`;
    const spoilt = await fetch(url);
    expect([spoilt.status, await spoilt.text()]).toEqual([503, 'spoilt']);
    expect(await client.faults.list()).toEqual([rule]);
    expect((await client.app.status()).activeFaults).toBe(1);
    expect(await client.faults.remove({ id: rule.id })).toEqual({ removed: true });
    expect(await client.faults.remove({ id: rule.id })).toEqual({ removed: false });
    expect((await fetch(url)).status).toBe(401);
  });

  test('identity.clients and identity.users show registrations without their secrets', async () => {
    const clients = await client.identity.clients();
    const users = await client.identity.users();
    expect(clients.map(({ clientId }) => clientId)).toEqual(['batch-job', 'orders-api', 'portal-web']);
    expect(users.map(({ username }) => username)).toEqual(['ann']);
    expect(JSON.stringify([clients, users])).not.toContain('planted');
  });

  test('flows.kinds, start, get and list: a flow runs to its end', async () => {
    expect((await client.flows.kinds({ target: null })).map(({ kind }) => kind)).toContain('code-pkce');
    const run = await finishedRun('client-credentials', 'batch-job');
    expect(run.state).toBe('passed');
    expect(run.steps.map(({ id, status }) => [id, status])).toEqual([
      ['token', 200],
      ['resource', 200],
      ['validate', 200],
    ]);
    expect((await client.flows.list())[0]?.id).toBe(run.id);
  });

  test('flows.next does one step, flows.resume the rest, flows.cancel ends a run', async () => {
    const run = await client.flows.start(stepping);
    expect(run).toMatchObject({ state: 'paused', note: 'Paused before POST /as/token.oauth2.' });
    expect(await client.flows.next({ runId: run.id })).toMatchObject({
      state: 'paused',
      note: 'Paused before GET /orders.',
    });
    expect(await client.flows.resume({ runId: run.id })).toMatchObject({ state: 'passed' });
    const { error } = await safe(client.flows.next({ runId: run.id }));
    expect(isDefinedError(error) && error.data.code).toBe('flow.not-waiting');
    const second = await client.flows.start(stepping);
    expect((await client.flows.cancel({ runId: second.id })).state).toBe('cancelled');
  });

  test('flows.reveal and tokens.inspect show a value of a run', async () => {
    const run = await finishedRun('client-credentials', 'batch-job');
    expect(run.values.find(({ name }) => name === 'access_token')?.preview).toBe('••••••••');
    const { value } = await client.flows.reveal({ runId: run.id, name: 'access_token' });
    expect(value).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    const byName = await client.tokens.inspect({ runId: run.id, name: 'access_token' });
    expect(byName).toMatchObject({
      form: 'opaque',
      stored: { kind: 'access_token', state: 'valid', clientId: 'batch-job' },
    });
    expect(await client.tokens.inspect({ token: value })).toEqual(byName);
    expect((await client.tokens.inspect({ token: 'never issued' })).form).toBe('unreadable');
    const { error } = await safe(client.flows.reveal({ runId: run.id, name: 'nothing' }));
    expect(isDefinedError(error) && error.data.code).toBe('exchange.no-secret');
  });

  test('flows.watch sends the run as it changes', async () => {
    const run = await client.flows.start(stepping);
    const states: string[] = [];
    const stream = await client.flows.watch({ streamId: streamId(), credits: 100, runId: run.id });
    void client.flows.resume({ runId: run.id });
    for await (const view of stream) {
      states.push(view.state);
      if (view.state === 'passed') break;
    }
    expect(states[0]).toBe('paused');
    expect(states.at(-1)).toBe('passed');
  });

  test('exchanges.list, get, curl and har show an exchange without its secrets', async () => {
    const run = await finishedRun('client-credentials', 'batch-job');
    const [step] = run.steps;
    const token = (await client.flows.reveal({ runId: run.id, name: 'access_token' })).value;
    const id = step?.clientExchangeId ?? '';
    const view = await client.exchanges.get({ id });
    expect(view.counterpartId).toBe(step?.serverExchangeId);
    expect(view.request.fields).toContainEqual({
      name: 'grant_type',
      value: 'client_credentials',
      part: 'body',
    });
    const server = await client.exchanges.get({ id: step?.serverExchangeId ?? '' });
    expect(server.trace?.rules.every(({ outcome }) => outcome !== 'failed')).toBe(true);
    const list = await client.exchanges.list({ limit: 50 });
    expect(list.items.map((item) => item.id)).toContain(id);
    const curl = await client.exchanges.curl({ id });
    const har = await client.exchanges.har({ ids: list.items.map((item) => item.id) });
    expect(curl.text).toContain('curl -X POST');
    expect(har.redacted).toContain('Authorization');
    for (const text of [JSON.stringify(view), JSON.stringify(list), curl.text, har.text]) {
      expect(text).not.toContain('planted');
      expect(text).not.toContain(Buffer.from('batch-job:planted-batch-secret').toString('base64'));
      expect(text).not.toContain(token);
    }
  });

  test('exchanges.reveal shows artefacts, never stored secrets', async () => {
    const run = await finishedRun('client-credentials', 'batch-job');
    const token = (await client.flows.reveal({ runId: run.id, name: 'access_token' })).value;
    const resource = await client.exchanges.get({ id: run.steps[1]?.clientExchangeId ?? '' });
    const header = resource.request.headers.find(({ name }) => name === 'Authorization');
    expect(header).toMatchObject({ value: 'Bearer ••••••••', secret: 'artefact' });
    expect(await client.exchanges.reveal({ id: resource.id, pointer: header?.pointer ?? '' })).toEqual({
      value: `Bearer ${token}`,
    });
    const basic = await client.exchanges.get({ id: run.steps[0]?.clientExchangeId ?? '' });
    const index = basic.request.headers.findIndex(({ name }) => name === 'Authorization');
    expect(basic.request.headers[index]).toEqual({
      name: 'Authorization',
      value: 'Basic ••••••••',
      secret: 'stored',
    });
    const { error } = await safe(
      client.exchanges.reveal({ id: basic.id, pointer: `/request/headers/${index}` }),
    );
    expect(isDefinedError(error) && error.data.code).toBe('exchange.no-secret');
  });

  test('exchanges.replay sends a request again, exchanges.diff compares the two', async () => {
    const run = await finishedRun('client-credentials', 'batch-job');
    const leftId = run.steps[0]?.serverExchangeId ?? '';
    const replayed = await client.exchanges.replay({ id: leftId });
    const view = await client.exchanges.get({ id: replayed.id });
    expect(view).toMatchObject({ status: 200, service: 'replay' });
    for (const by of ['words', 'bytes'] as const) {
      const lines = await client.exchanges.diff({ leftId, rightId: replayed.id, by });
      // A JSON answer is compared member by member, and as the bytes that it was.
      const name = { words: 'access_token', bytes: 'body' }[by];
      const token = lines.find((line) => line.part === 'response' && line.name === name);
      expect(token).toMatchObject({ left: token?.right });
      expect(JSON.stringify(lines)).not.toContain('planted');
    }
  });

  test('flows.openExchange opens the request of an exchange, held before it is sent', async () => {
    const run = await finishedRun('client-credentials', 'batch-job');
    const opened = await client.flows.openExchange({ exchangeId: run.steps[0]?.serverExchangeId ?? '' });
    expect(opened).toMatchObject({ state: 'paused', origin: { kind: 'exchange' } });
    await client.flows.cancel({ runId: opened.id });
  });

  test('exchanges.watch sends what is recorded', async () => {
    const stream = await client.exchanges.watch({ streamId: streamId(), credits: 10 });
    void fetch(`${running.engine.hosting.url('sampleUpstreams')}/orders?watched=1`);
    for await (const { items, skipped } of stream) {
      if (!items.some(({ target }) => target === '/orders?watched=1')) continue;
      expect(skipped).toBe(0);
      break;
    }
  });

  test('exchanges.importHar checks a document, then a job imports it', async () => {
    const run = await finishedRun('client-credentials', 'batch-job');
    const { text } = await client.exchanges.har({ ids: [run.steps[0]?.serverExchangeId ?? ''] });
    const { jobId, entries } = await client.exchanges.importHar({ text });
    expect(entries).toBe(1);
    const job = await eventually(
      async () =>
        (await client.jobs.list()).find(
          (candidate) => candidate.id === jobId && candidate.state === 'done',
        ) ?? null,
    );
    expect(job).toMatchObject({ note: '1 exchanges imported.', done: 1, total: 1 });
    const imported = await client.exchanges.list({ service: 'imported', limit: 10 });
    expect(imported.items[0]).toMatchObject({ method: 'POST', target: '/as/token.oauth2', status: 200 });
    const { error } = await safe(client.exchanges.importHar({ text: '{\n  "log": nonsense' }));
    expect(isDefinedError(error) && error.data).toMatchObject({
      code: 'exchange.har-invalid',
      location: { line: 2 },
    });
  });

  test('jobs.pause, resume, cancel of a job that is over change nothing; of none they are refused', async () => {
    const [job] = await client.jobs.list();
    expect((await client.jobs.pause({ id: job?.id ?? '' })).state).toBe('done');
    expect((await client.jobs.resume({ id: job?.id ?? '' })).state).toBe('done');
    expect((await client.jobs.cancel({ id: job?.id ?? '' })).state).toBe('done');
    const { error } = await safe(client.jobs.cancel({ id: 'none' }));
    expect(isDefinedError(error) && error.data.code).toBe('api.not-found');
  });

  test('jobs.watch and app.watchStatus begin with what is', async () => {
    for await (const jobs of await client.jobs.watch({ streamId: streamId(), credits: 5 })) {
      expect(jobs[0]).toMatchObject({ kind: 'har-import', state: 'done' });
      break;
    }
    for await (const status of await client.app.watchStatus({ streamId: streamId(), credits: 5 })) {
      expect(status.environment).toBeNull();
      break;
    }
  });

  test('secrets.set stores a secret that secrets.list only names', async () => {
    await client.secrets.set({ name: 'portal-web', value: 'planted-stored-secret' });
    expect(await client.secrets.list()).toEqual([
      { name: 'portal-web', isStored: true, usedBy: [], owners: [], others: [] },
    ]);
  });

  test('streams.grant of a stream that is not open says so', async () => {
    expect(await client.streams.grant({ streamId: 'never-opened', credits: 1 })).toEqual({ open: false });
  });

  test('a stream sends no more than it was granted, and goes on with the latest', async () => {
    const id = streamId();
    const seen: number[] = [];
    const stream = await client.app.watchStatus({ streamId: id, credits: 2 });
    const reading = (async () => {
      for await (const status of stream) {
        seen.push(Math.round(status.clock.offsetMillis / 1_000));
        if (seen.length === 3) break;
      }
    })();
    for (let index = 0; index < 200; index += 1) await client.clock.set({ action: 'advance', millis: 1_000 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(seen.length).toBeLessThanOrEqual(2);
    await client.streams.grant({ streamId: id, credits: 1 });
    await reading;
    expect(seen.at(-1)).toBe(200);
    await client.clock.set({ action: 'reset' });
  });

  test('a call that its caller gives up ends the stream in the engine', async () => {
    const id = streamId();
    const stop = new AbortController();
    const stream = await client.app.watchStatus({ streamId: id, credits: 1 }, { signal: stop.signal });
    await stream.next();
    const pending = stream.next().catch(() => null);
    stop.abort();
    await pending;
    await eventually(async () =>
      (await client.streams.grant({ streamId: id, credits: 1 })).open ? null : true,
    );
  });
});

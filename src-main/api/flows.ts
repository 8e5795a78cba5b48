import { requireTypedHost } from '#main/services/activity/index.ts';
import { curlEntries } from '#main/services/contract/index.ts';
import { publicJwkOf } from '#main/services/flow-player/index.ts';
import { debuggerIssuerName } from '#main/services/flows/index.ts';
import { saveEntity } from '#main/workspace/index.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { flowDefinitions } from '#shared/flows/index.ts';
import { apiWith } from './base.ts';
import { streamChanges } from './credit-streams.ts';
import { findExchange } from './exchanges.ts';
import { noteDone } from './first-tasks.ts';
import { exportRun } from './flow-export.ts';
import type { Slice } from './ports.ts';

const api = apiWith<
  | 'browsers'
  | 'flowIssuer'
  | 'flows'
  | 'hosting'
  | 'ports'
  | 'recorder'
  | 'serverClients'
  | 'serverForm'
  | 'workspace'
>();

const issuerFiles = {
  saml: 'oauth/saml-issuers/flow-debugger.json',
  jwt: 'oauth/jwt-issuers/flow-debugger.json',
} as const;

/** Keeps that a run was stepped through: one that goes on by itself afterwards no longer says so. */
function stepped(engine: Slice<'ports'>, run: FlowRun): FlowRun {
  if (run.mode === 'step' && run.origin.kind !== 'attack') noteDone(engine, 'step');
  return run;
}

/** The title of a flow; its kind where nobody knows it. */
function titleOf(kind: string): string {
  return flowDefinitions.find((definition) => definition.kind === kind)?.title ?? kind;
}

export const flows = api.flows.router({
  kinds: api.flows.kinds.handler(async ({ context, input }) => [
    ...(await context.engine.flows.kinds(input.target)),
  ]),
  targets: api.flows.targets.handler(({ context }) => [...context.engine.flows.targets()]),
  discoverServer: api.flows.discoverServer.handler(({ context, input }) =>
    context.engine.serverForm.discover(input.issuer),
  ),
  testServer: api.flows.testServer.handler(({ context, input }) =>
    context.engine.serverForm.test(input.document),
  ),
  registeredClients: api.flows.registeredClients.handler(({ context }) => [
    ...context.engine.serverClients.list(),
  ]),
  registerClient: api.flows.registerClient.handler(({ context, input }) =>
    context.engine.serverClients.register(input),
  ),
  unregisterClient: api.flows.unregisterClient.handler(({ context, input }) =>
    context.engine.serverClients.unregister(input.target, input.clientId),
  ),
  controlledBrowser: api.flows.controlledBrowser.handler(async ({ context }) => {
    const found = await context.engine.browsers.available();
    return found === null ? null : { path: found.path, version: found.version };
  }),
  list: api.flows.list.handler(({ context }) => [...context.engine.flows.list()]),
  get: api.flows.get.handler(({ context, input }) => context.engine.flows.get(input.runId)),
  picture: api.flows.picture.handler(({ context, input }) => context.engine.flows.picture(input.runId)),
  plan: api.flows.plan.handler(({ context, input }) => context.engine.flows.plan(input)),
  start: api.flows.start.handler(async ({ context: { engine }, input }) =>
    stepped(engine, await engine.flows.start(input)),
  ),
  openExchange: api.flows.openExchange.handler(async ({ context: { engine }, input }) => {
    const exchange = await findExchange(engine, input.exchangeId);
    requireTypedHost(exchange.origin, input.typedHost);
    return engine.flows.openExchange(exchange);
  }),
  replay: api.flows.replay.handler(async ({ context: { engine }, input }) =>
    stepped(engine, await engine.flows.replay(input.runId, input.mode, input.browser)),
  ),
  next: api.flows.next.handler(async ({ context: { engine }, input }) =>
    stepped(engine, await engine.flows.next(input.runId)),
  ),
  resume: api.flows.resume.handler(({ context, input }) => context.engine.flows.resume(input.runId)),
  cancel: api.flows.cancel.handler(({ context, input }) => context.engine.flows.cancel(input.runId)),
  watch: api.flows.watch.handler(({ context: { engine, streams }, input, signal }) => {
    engine.flows.get(input.runId);
    return streamChanges({
      gate: streams.open(input.streamId, input.credits, signal),
      signal,
      subscribe: (changed) => engine.flows.onChange((runId) => runId === input.runId && changed()),
      read: () => engine.flows.get(input.runId),
    });
  }),
  reveal: api.flows.reveal.handler(({ context, input }) => ({
    value: context.engine.flows.reveal(input.runId, input.name),
  })),
  setValue: api.flows.setValue.handler(({ context, input }) =>
    context.engine.flows.setValue(input.runId, input.name, input.value),
  ),
  request: api.flows.request.handler(({ context, input }) =>
    context.engine.flows.request(input.runId, input.stepId),
  ),
  editRequest: api.flows.editRequest.handler(({ context, input }) =>
    context.engine.flows.editRequest(input.runId, input.stepId, input),
  ),
  readCurl: api.flows.readCurl.handler(({ input }) => {
    const first = curlEntries(input.text)?.[0];
    return first === undefined ? null : { ...first, headers: [...first.headers] };
  }),
  resend: api.flows.resend.handler(({ context, input }) =>
    context.engine.flows.resend(input.runId, input.stepId, input),
  ),
  perform: api.flows.perform.handler(({ context, input }) =>
    context.engine.flows.perform(input.runId, input.operation, input.name, input.clientId),
  ),
  setBreakpoints: api.flows.setBreakpoints.handler(({ context, input }) =>
    context.engine.flows.setBreakpoints(input.runId, input.breakpoints),
  ),
  answer: api.flows.answer.handler(({ context, input }) =>
    context.engine.flows.answer(input.runId, input.text),
  ),
  drop: api.flows.drop.handler(({ context, input }) => context.engine.flows.drop(input.runId)),
  callback: api.flows.callback.handler(({ context, input }) =>
    context.engine.flows.pasteCallback(input.runId, input.url),
  ),
  save: api.flows.save.handler(async ({ context, input }) => ({
    file: await context.engine.flows.savedFlows.save(input.runId, input.name, input.isTest),
  })),
  saved: api.flows.saved.handler(({ context }) =>
    context.engine.flows.savedFlows.list().map(({ name, file }) => ({
      name,
      title: file.script?.title ?? titleOf(file.kind),
      kind: file.kind,
      target: file.target ?? null,
      clientId: file.client_id,
      username: file.username ?? null,
      steps: file.script?.steps ?? [],
      expectations: file.expect ?? [],
    })),
  ),
  startSaved: api.flows.startSaved.handler(async ({ context: { engine }, input }) => {
    const { name, mode, browser, target, clientId, username, values, callback } = input;
    const start = {
      callback,
      ...(target === undefined ? {} : { target }),
      ...(clientId === undefined ? {} : { clientId }),
      ...(username === undefined ? {} : { username }),
      ...(values === undefined ? {} : { values }),
    };
    return stepped(engine, await engine.flows.startSaved(name, mode, browser, start));
  }),
  export: api.flows.export.handler(async ({ context, input }) => {
    const { text, redacted } = await exportRun(context.engine, input.runId, input.format);
    return { text, redacted: [...redacted] };
  }),
  trustIssuer: api.flows.trustIssuer.handler(async ({ context: { engine }, input: { form } }) => {
    const issuer = await engine.flowIssuer();
    const keys =
      form === 'jwt' ? { jwks: { keys: [publicJwkOf(issuer)] } } : { certificates: [issuer.certificatePem] };
    const file = issuerFiles[form];
    const value = { issuer: debuggerIssuerName, ...keys, subject: 'user' };
    saveEntity(engine.workspace, file, value, engine.ports.random);
    return { file };
  }),
});

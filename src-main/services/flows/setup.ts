import type { DebuggerIssuer, PlayerClient, PlayTarget } from '#main/services/flow-player/index.ts';
import type { FlowStart } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { AssertionForm } from '#shared/flows/assertion-forms.ts';
import {
  asksFor,
  type FlowDefinition,
  type FlowParty,
  type FlowScript,
  type FlowSetup,
  flowDefinitions,
  obtainsByCode,
  withProofs,
} from '#shared/flows/index.ts';
import type { SavedFlow } from '#shared/workspace/index.ts';
import type { RunPlan } from './run.ts';

/** Tests whether a client is registered for the needs of a flow; at another server only that server knows. */
function isRegistered({ needs }: FlowDefinition, { grantTypes, responseTypes }: PlayerClient): boolean {
  const hasGrant = needs.grantType === undefined || grantTypes === null || grantTypes.has(needs.grantType);
  const hasResponse =
    needs.responseType === undefined || responseTypes === null || responseTypes.has(needs.responseType);
  return hasGrant && hasResponse;
}

/**
 * Tests whether a client gets tokens of its own: by a code, a password, or as itself, which gives none to refresh.
 */
function canObtain(client: PlayerClient, { worksOn }: FlowDefinition): boolean {
  if (obtainsByCode(client)) return client.redirectUri !== null;
  const { grantTypes } = client;
  if (grantTypes?.has('password') === true) return true;
  return worksOn !== 'refresh_token' && (grantTypes === null || grantTypes.has('client_credentials'));
}

/** Clients of a server that a flow can be run with; first those whose tokens its resource takes. */
export function suitableClients(definition: FlowDefinition, target: PlayTarget): readonly string[] {
  if (definition.endpoints.some((name) => target.endpoints[name] === null)) return [];
  return target.clients
    .filter((client) => isRegistered(definition, client) && hasCallback(definition, client))
    .filter((client) => definition.group === 'grants' || canBeGivenToken(definition, client, target))
    .toSorted(
      (one, other) =>
        Number(isRefused(definition, one, target)) - Number(isRefused(definition, other, target)),
    )
    .map(({ clientId }) => clientId);
}

/** Tests whether the tokens that a flow gets for a client are for another resource than it calls. RFC 9700 §2.3 */
function isRefused(
  { kind, beginsAtResource = false }: FlowDefinition,
  { audiences = [] }: PlayerClient,
  { endpoints: { mcp, resource } }: PlayTarget,
): boolean {
  const called = kind === 'mcp-server' ? (mcp ?? resource) : resource;
  if (called === null) return false;
  if (beginsAtResource) return !audiences.includes(called);
  const [usual = called] = audiences;
  return usual !== called;
}

function canBeGivenToken(definition: FlowDefinition, client: PlayerClient, target: PlayTarget): boolean {
  return canObtain(client, definition) || target.clients.some((other) => canObtain(other, definition));
}

function hasCallback({ needsBrowser, group }: FlowDefinition, { redirectUri }: PlayerClient): boolean {
  return !needsBrowser || group === 'tokens' || redirectUri !== null;
}

/** A flow ready to run: its script and its client. */
export interface PreparedFlow {
  readonly client: PlayerClient;
  readonly script: FlowScript;
}

/**
 * Makes the script of a flow for a client of a server.
 * @throws flow.unknown-client, flow.client-unsuited, flow.no-callback, flow.no-endpoint
 */
export function prepareFlow(
  definition: FlowDefinition,
  target: PlayTarget,
  start: Pick<FlowStart, 'clientId' | 'username' | 'options' | 'browser'> &
    Partial<Pick<FlowStart, 'callback'>>,
  upstreamsCallback: string | null,
): PreparedFlow {
  const found = target.clients.find(({ clientId }) => clientId === start.clientId);
  if (found === undefined) throw unknownClient(start.clientId, target);
  requireEndpoints(definition, target, start.options);
  const { authentication } = start.options;
  const client = authentication === null ? found : { ...found, authentication };
  if (!isRegistered(definition, client)) throw unsuited(definition, client, target);
  const holder = holderFor(definition, client, target, start.options.token !== null);
  const front = holder ?? client;
  const comesBack = front.redirectUri === upstreamsCallback;
  const mustComeBack = target.name === null && start.browser === 'system' && start.callback !== 'pasted';
  if (
    needsFrontChannel(definition, front, start) &&
    (front.redirectUri === null || (mustComeBack && !comesBack))
  )
    throw noCallback(front, target, upstreamsCallback);
  const isPushed = needsFrontChannel(definition, front, start) && mustPush(target, start.options);
  const setup: FlowSetup = {
    endpoints: target.endpoints,
    client,
    username: start.username,
    vendorUrn: target.vendorUrn,
    options: { ...start.options, isPushed },
    tokenSource: start.options.token === null ? 'obtained' : 'given',
    holder,
    clientPrefix: '',
  };
  const parties: Record<string, FlowParty> = {
    '': { client: client.clientId, user: start.username },
    ...(holder === null ? {} : { holder: { client: holder.clientId, user: start.username } }),
  };
  const made = definition.script(setup);
  // Messages between a resource and the server can be seen only if the resource is ours.
  const steps = made.steps.filter(
    ({ act }) => act !== 'observe' || (target.name === null && target.hasResource),
  );
  const { isBound } = start.options;
  return { client, script: { ...made, steps: isBound ? withProofs(steps, '') : steps, parties } };
}

/**
 * The plan of a new run; that of a saved flow has its name.
 * @throws api.not-found, flow.unknown-client, flow.client-unsuited, flow.no-callback, flow.no-endpoint
 */
export function newPlan(
  start: FlowStart,
  target: PlayTarget,
  upstreamsCallback: string | null,
  saved?: SavedFlow,
): RunPlan {
  const definition = flowDefinitions.find(({ kind }) => kind === start.kind);
  if (definition === undefined)
    throw new GatehouseError('api.not-found', `The flow ${start.kind} does not exist.`);
  const { script } = prepareFlow(definition, target, start, upstreamsCallback);
  const { kind, clientId, username, browser, mode, breakpoints, options } = start;
  return {
    kind,
    target: start.target,
    clientId,
    username,
    browser,
    mode,
    breakpoints,
    origin:
      saved === undefined ? { kind: 'flow', name: definition.title } : { kind: 'saved', name: saved.name },
    script,
    original: script,
    ...(saved?.file.expect === undefined ? {} : { expectations: saved.file.expect }),
    options,
    ...(start.keptAs === null ? {} : { keptAs: start.keptAs }),
  };
}

/** The hosted server takes assertions of issuers that its workspace trusts. @throws flow.issuer-untrusted */
export function requireTrust(
  issuer: DebuggerIssuer,
  form: AssertionForm,
  trusts: (issuer: DebuggerIssuer, form: AssertionForm) => boolean,
): void {
  if (trusts(issuer, form)) return;
  throw new GatehouseError(
    'flow.issuer-untrusted',
    `The workspace does not trust ${issuer.name} with the ${form === 'jwt' ? 'key' : 'certificate'} that signs the assertions.`,
    { fix: "Choose “Trust the debugger's issuer”, then run the flow again." },
  );
}

function needsFrontChannel(
  definition: FlowDefinition,
  client: PlayerClient,
  { options }: Pick<FlowStart, 'options'>,
) {
  if (definition.group === 'grants') return definition.needsBrowser;
  return options.token === null && obtainsByCode(client);
}

/** Finds the client that gets the token to work on: the client itself where it can, else the first that can. */
function holderFor(definition: FlowDefinition, client: PlayerClient, target: PlayTarget, isGiven: boolean) {
  if (definition.group === 'grants' || isGiven || canObtain(client, definition)) return null;
  const holder = target.clients.find((other) => canObtain(other, definition));
  if (holder !== undefined) return holder;
  throw unsuited(definition, client, target);
}

function requireEndpoints(
  definition: FlowDefinition,
  target: PlayTarget,
  { responseType, resource }: FlowStart['options'],
): void {
  const isExchanged = definition.group === 'grants' && asksFor(responseType ?? '', 'code');
  const isAtResource = definition.beginsAtResource === true;
  const isTyped = isAtResource && resource.url !== undefined;
  if (isTyped) requireAddress(resource.url);
  const needed = [
    ...definition.endpoints.filter((name) => name !== 'resource' || !isTyped),
    ...(isExchanged ? (['token'] as const) : []),
    ...(isAtResource && resource.registration === 'dynamic' ? (['registration'] as const) : []),
  ];
  const missing = needed.find((name) => target.endpoints[name] === null);
  if (missing === undefined) return;
  throw new GatehouseError('flow.no-endpoint', `${target.title} has no ${missing} endpoint.`, {
    fix: 'Add it to the server’s file, or choose another flow.',
  });
}

/** @throws api.invalid-input */
function requireAddress(url = ''): void {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return;
  throw new GatehouseError('api.invalid-input', `The resource address “${url.slice(0, 80)}” is not valid.`, {
    fix: 'Enter an address that begins with http:// or https://.',
  });
}

/**
 * Tests whether the authorization request is pushed: as the user chose, else where the server demands it. RFC 9126 §5
 * @throws flow.no-endpoint where the server takes none
 */
function mustPush({ endpoints, metadata, title }: PlayTarget, { isPushed }: FlowStart['options']): boolean {
  const canPush = endpoints.pushedAuthorization !== null;
  if (isPushed === null) return canPush && metadata?.['require_pushed_authorization_requests'] === true;
  if (!isPushed || canPush) return isPushed;
  throw new GatehouseError(
    'flow.no-endpoint',
    `${title} has no endpoint for pushed authorization requests. Nothing was sent.`,
    { fix: 'Add pushed_authorization_request_endpoint to the server’s file, or choose “not pushed”.' },
  );
}

function fileOf(clientId: string, { name }: PlayTarget) {
  return { file: name === null ? `oauth/clients/${clientId}.json` : `targets/${name}.json` };
}

function unknownClient(clientId: string, target: PlayTarget): GatehouseError {
  const whose = target.name === null ? 'The workspace' : target.title;
  return new GatehouseError('flow.unknown-client', `${whose} has no client ${clientId}.`, {
    fix: 'Choose another client, or add its file under oauth/clients.',
  });
}

function unsuited(
  { title, needs }: FlowDefinition,
  { clientId }: PlayerClient,
  target: PlayTarget,
): GatehouseError {
  const grant = needs.grantType === undefined ? '' : `grant_type ${needs.grantType}`;
  const response = needs.responseType === undefined ? '' : ` and response_type ${needs.responseType}`;
  return new GatehouseError(
    'flow.client-unsuited',
    `${clientId} is not registered for the flow “${title}”.`,
    {
      fix: `Add ${grant}${response} to its registration, or choose another client.`,
      location: fileOf(clientId, target),
    },
  );
}

function noCallback(
  { clientId, redirectUri }: PlayerClient,
  target: PlayTarget,
  callback: string | null,
): GatehouseError {
  const own = callback ?? 'the callback of the sample client';
  const canAdd = target.name === null && callback !== null;
  return new GatehouseError(
    'flow.no-callback',
    `${clientId} has no redirect URI that Gatehouse can receive.`,
    {
      fix:
        redirectUri === null
          ? `Register ${own} as a redirect URI of the client.`
          : `Register ${own} as a redirect URI of the client, or paste the final URL of the browser.`,
      location: fileOf(clientId, target),
      ...(canAdd ? { actions: [{ kind: 'add-redirect-uri', clientId, uri: callback }] } : {}),
    },
  );
}

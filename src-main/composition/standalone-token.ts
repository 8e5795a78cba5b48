import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createDebuggerIssuer,
  discover,
  FlowService,
  foreignTarget,
  untilTrue,
} from '#main/services/flows/index.ts';
import { flowStartSchema } from '#shared/api/flows.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import type { ClientAuthentication } from '#shared/oauth/index.ts';
import { systemClock } from '../platform/clock.ts';
import { openGate } from '../platform/gate.ts';
import { outgoingThrough } from '../platform/outgoing.ts';
import { createSystemRandom } from '../platform/random.ts';
import { sleep } from '../platform/timers.ts';
import { createSender } from '../services/activity/index.ts';
import { createMemoryStorage } from '../services/storage/index.ts';
import { typedTarget } from './server-form.ts';
import type { SignIns } from './sign-ins.ts';

/** How long a sign-in and its token may take, in milliseconds; a person may need longer. */
const patienceMillis = 120_000;
const personsPatienceMillis = 600_000;

/** One token from a server that no workspace names. */
export interface StandaloneToken {
  readonly issuer: string;
  readonly client: {
    readonly id: string;
    readonly secret: string | null;
    readonly authentication: ClientAuthentication | null;
    /** For `private_key_jwt`: a JWK as JSON, or PEM. */
    readonly privateKey: string | null;
    readonly privateKeyAlgorithm: string | null;
    readonly privateKeyId: string | null;
    /** For `tls_client_auth`, as PEM. */
    readonly certificate: { readonly certPem: string; readonly keyPem: string } | null;
    /** Absent in an opened browser: one on this machine, at any port. RFC 8252 §7.3 */
    readonly redirectUri: string | null;
  };
  readonly user: { readonly name: string; readonly password: string | null } | null;
  /** The kind of the flow. */
  readonly kind: string;
  readonly scope: string | null;
  /** The token that the flow works on, such as a refresh token; null: none. */
  readonly token: string | null;
  /** Opens the sign-in in a person's own browser; null: nobody is asked. */
  readonly openBrowser: ((url: string) => void) | null;
}

/** Tokens of a server, as its response names them, and when the access token expires in epoch milliseconds. */
export interface GotTokens {
  readonly tokens: Readonly<Record<string, string>>;
  readonly expiresAtMillis: number | null;
  /** How the flow ended, in one sentence. */
  readonly note: string;
}

const tokenNames = ['access_token', 'refresh_token', 'id_token'] as const;

/**
 * Gets tokens without an engine: nothing is recorded, and nothing is kept.
 * @throws flow.no-metadata, flow.unknown-client, flow.client-unsuited, flow.no-callback, flow.no-endpoint, flow.timeout
 */
export async function composeStandaloneToken(options: StandaloneToken): Promise<GotTokens> {
  const listener = options.openBrowser === null ? null : await listenForCallback(options.client.redirectUri);
  const signIns = await signInsOf(options);
  const flows = await flowsOf(options, listener?.redirectUri ?? options.client.redirectUri, signIns);
  try {
    const started = await flows.start(
      flowStartSchema.parse({
        kind: options.kind,
        target: 'target',
        clientId: options.client.id,
        username: options.user?.name ?? null,
        mode: 'run',
        browser: listener === null ? 'unattended' : 'system',
        callback: 'pasted',
        options: {
          ...(options.scope === null ? {} : { parameters: { scope: options.scope } }),
          ...(options.token === null ? {} : { token: { text: options.token } }),
        },
      }),
    );
    if (listener !== null) void bringCallback(flows, started.id, listener, options.openBrowser);
    const run = await untilOver(flows, started, listener === null ? patienceMillis : personsPatienceMillis);
    const given = options.token === null ? new Set() : new Set([options.token]);
    const tokens = tokenNames.flatMap((name) => {
      if (!run.values.some((value) => value.name === name)) return [];
      const value = flows.reveal(run.id, name);
      return given.has(value) ? [] : [[name, value] as const];
    });
    const expiresAtMillis = run.values.find(({ name }) => name === 'access_token')?.expiresAtMillis ?? null;
    return { tokens: Object.fromEntries(tokens), expiresAtMillis, note: run.note };
  } finally {
    listener?.close();
    flows.close();
    await signIns?.close();
  }
}

/** Signs a user in while nobody is asked, and is loaded for that alone; null: nobody has to sign in. */
async function signInsOf({ user, openBrowser }: StandaloneToken): Promise<SignIns | null> {
  if (user === null || openBrowser !== null) return null;
  const { composeSignIns } = await import('./sign-ins.ts');
  return composeSignIns(
    {
      clock: systemClock,
      random: createSystemRandom(),
      userDirectory: join(tmpdir(), `gatehouse-${process.getuid?.() ?? 'user'}`),
    },
    { record: () => '', reach: () => ({ isOpen: true, hosts: [] }) },
  );
}

/** A service of flows that knows one server, and records nothing. */
async function flowsOf(
  options: StandaloneToken,
  redirectUri: string | null,
  signIns: SignIns | null,
): Promise<FlowService> {
  const random = createSystemRandom();
  const { records } = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 });
  const outgoing = outgoingThrough(openGate);
  const send = createSender(() => '', systemClock, outgoing);
  const target = foreignTarget({
    target: typedTarget(targetDocument(options, redirectUri)),
    upstreams: null,
    directory: process.cwd(),
    outgoing,
    vendorUrn: '',
    ...(signIns === null ? {} : { signIns }),
    ...(await discover(options.issuer, send, undefined)),
  });
  return new FlowService({
    clock: systemClock,
    random,
    records,
    recorder: { follow: () => () => undefined, flush: () => undefined },
    send,
    sleep,
    issuer: createDebuggerIssuer(records, systemClock, random),
    targets: () => [],
    target: async () => target,
    hosted: () => null,
    upstreams: () => null,
    savedFlows: () => [],
    writeFlow: () => '',
    openControlled: async () => undefined,
    trusts: () => false,
  });
}

/** The server as a file of a workspace would describe it, its secrets in clear text. */
function targetDocument({ issuer, client, user, scope }: StandaloneToken, redirectUri: string | null) {
  const { authentication, certificate } = client;
  const usual = client.secret === null ? 'none' : 'client_secret_basic';
  return {
    issuer,
    clients: [
      {
        client_id: client.id,
        token_endpoint_auth_method: authentication ?? usual,
        redirect_uris: redirectUri === null ? [] : [redirectUri],
        ...(client.secret === null ? {} : { client_secret: client.secret }),
        ...(client.privateKey === null ? {} : { private_key: client.privateKey }),
        ...(client.privateKeyAlgorithm === null ? {} : { private_key_alg: client.privateKeyAlgorithm }),
        ...(client.privateKeyId === null ? {} : { private_key_id: client.privateKeyId }),
        ...(certificate === null
          ? {}
          : { certificate: certificate.certPem, certificate_key: certificate.keyPem }),
        ...(scope === null ? {} : { scope }),
      },
    ],
    users:
      user === null
        ? []
        : [{ username: user.name, ...(user.password === null ? {} : { password: user.password }) }],
  };
}

/** The run once it has ended. @throws flow.timeout */
async function untilOver(flows: FlowService, { id }: FlowRun, withinMillis: number): Promise<FlowRun> {
  const end = await untilTrue(
    () => isOver(flows.get(id)),
    (look) => [flows.onChange(look)],
    { patienceMillis: withinMillis },
  );
  const run = flows.get(id);
  if (end === 'true') return run;
  throw new GatehouseError('flow.timeout', `No token was issued in time: ${run.note}`, {
    fix: 'Sign in sooner, or check in Flows what the server requests.',
  });
}

interface CallbackListener {
  readonly redirectUri: string;
  /** The address that the browser came back to. */
  readonly arrived: Promise<string>;
  close(): void;
}

/** Listens on this machine for the browser's way back. @throws flow.no-callback where it leads elsewhere */
async function listenForCallback(wanted: string | null): Promise<CallbackListener> {
  const asked = new URL(wanted ?? 'http://127.0.0.1/callback');
  if (asked.protocol !== 'http:' || !['127.0.0.1', '[::1]', 'localhost'].includes(asked.hostname))
    throw new GatehouseError(
      'flow.no-callback',
      `The redirect URI does not return the browser to this machine: ${wanted}.`,
      {
        fix: 'Register a redirect URI such as http://127.0.0.1/callback, and add it with --redirect-uri.',
      },
    );
  let arrive: (url: string) => void = () => {};
  const arrived = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', asked.origin);
    const isBack = url.pathname === asked.pathname;
    response.writeHead(isBack ? 200 : 404, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'",
      'Cache-Control': 'no-store',
      Connection: 'close',
    });
    response.end(isBack ? page('You can close this window.') : page('Page not found.'));
    if (isBack) arrive(`${redirectUri}${url.search}`);
  });
  const host = asked.hostname === '[::1]' ? '::1' : '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(asked.port === '' ? 0 : Number(asked.port), host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const redirectUri = `http://${asked.hostname}:${port}${asked.pathname}`;
  return { redirectUri, arrived, close: () => server.close() };
}

function page(sentence: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gatehouse</title><p>${sentence}</p></html>\n`;
}

async function bringCallback(
  flows: FlowService,
  runId: string,
  { arrived }: CallbackListener,
  openBrowser: StandaloneToken['openBrowser'],
): Promise<void> {
  const { browserUrl } = flows.get(runId);
  if (browserUrl !== null) openBrowser?.(browserUrl);
  await flows.pasteCallback(runId, await arrived);
}

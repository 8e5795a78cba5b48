import { lookup } from 'node:dns';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls, type TLSSocket } from 'node:tls';
import { GatehouseError } from '#shared/errors/index.ts';
import { plainHost } from './addresses.ts';
import type { Leniency, Proxy, Route } from './outgoing.ts';
import type { StopSignal } from './timers.ts';

const maxProxyHeadBytes = 16_384;

/**
 * Opens a connection to a target: straight, to its proxy (http), or through a tunnel of its proxy (https, and what
 * will not stay HTTP). `signal` ends it, whatever it is doing. RFC 9110 §9.3.6
 * @throws workspace.restricted, upstream.unreachable, upstream.untrusted, network.proxy-unreachable,
 * network.proxy-refused
 */
export async function openConnection(
  target: URL,
  route: Route,
  signal: StopSignal,
  staysHttp = true,
): Promise<Socket> {
  const { proxy, secureContext, leniency, gate, admits } = route;
  const isTls = target.protocol === 'https:';
  const host = plainHost(target.hostname);
  const port = Number(target.port || (isTls ? 443 : 80));
  // The one place at which the engine connects to anything: whatever led here, a redirect too, is judged again.
  gate.admit(host);
  if (proxy !== null) gate.admitProxy(proxy.host, proxy.port);
  if (isIP(host) !== 0 && admits?.(host) === false)
    throw unreachable(target.origin, new AddressRefused(host));
  const socket = connectTcp({
    ...(proxy === null ? { host, port } : { host: proxy.host, port: proxy.port }),
    ...(proxy === null ? lookUpFor(host, route) : {}),
  });
  endWith(signal, socket);
  await until(socket, 'connect', (cause) =>
    proxy === null ? unreachable(target.origin, cause) : proxyUnreachable(proxy, cause),
  );
  if (proxy !== null && (isTls || !staysHttp)) await tunnel(socket, proxy, `${target.hostname}:${port}`);
  if (!isTls) return socket;
  const secured = connectTls({
    socket,
    host,
    // An address is no server name. RFC 6066 §3
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(secureContext === null ? {} : { secureContext }),
    ...(leniency === undefined ? {} : lenient(leniency)),
  });
  endWith(signal, secured);
  await until(secured, 'secureConnect', (cause) =>
    isDistrust(cause) ? untrusted(target.origin, cause) : unreachable(target.origin, cause),
  );
  if (leniency?.takesAnyIssuer === true && !leniency.takesAnyHost) checkHost(target, host, secured);
  return secured;
}

/** Names of loopback are asked of no server of names: it could lead elsewhere. RFC 6761 §6.3 */
const lookUpHere: LookupFunction = (_name, { all }, callback) => {
  const [first, second] = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ] as const;
  if (all === true) callback(null, [first, second]);
  else callback(null, first.address, first.family);
};

/** An address that must not be connected to. */
export class AddressRefused extends Error {
  constructor(address: string) {
    super(`The address ${address} is not allowed.`);
  }
}

function lookUpFor(host: string, { lookUp, admits }: Route): { readonly lookup?: LookupFunction } {
  const own = host.endsWith('.localhost') ? lookUpHere : lookUp;
  if (admits !== undefined) return { lookup: guardedLookUp(admits, own) };
  return own === undefined ? {} : { lookup: own };
}

/**
 * Resolves names and lets none through that leads to an address that is not admitted: the addresses that were judged are
 * those that are connected to, so that a name cannot lead elsewhere a moment later.
 */
export function guardedLookUp(
  admits: (address: string) => boolean,
  lookUp: LookupFunction = lookup,
): LookupFunction {
  return (name, options, callback) => {
    lookUp(name, { ...options, all: true }, (error, found) => {
      // With an error no address comes, not even an empty list.
      if (error !== null) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      const refused = addresses.find(({ address }) => !admits(address));
      const [first] = addresses;
      if (refused !== undefined) callback(new AddressRefused(refused.address), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

function lenient({ takesAnyIssuer, takesAnyHost }: Leniency) {
  return {
    rejectUnauthorized: !takesAnyIssuer,
    ...(takesAnyHost ? { checkServerIdentity: () => undefined } : {}),
  };
}

/** Checks the name of the server: TLS leaves it unchecked too if any issuer is accepted. */
function checkHost({ origin }: URL, host: string, secured: TLSSocket): void {
  const problem = checkServerIdentity(host, secured.getPeerCertificate());
  if (problem === undefined) return;
  secured.destroy();
  throw untrusted(origin, problem);
}

/** Ties a connection to its request. Between two stages nobody listens for errors: they show in the next one. */
function endWith(signal: StopSignal, socket: Socket): void {
  socket.on('error', () => {});
  signal.addEventListener('abort', () => void socket.destroy(), { once: true });
  if (signal.aborted) socket.destroy();
}

/** Waits for an event; an error, or the end of the connection before it, is a rejection. */
function until(socket: Socket, event: string, toError: (cause: unknown) => GatehouseError): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      socket.off(event, done).off('error', fail).off('close', closed);
      act();
    };
    const done = () => settle(resolve);
    const fail = (cause: unknown) => settle(() => reject(toError(cause)));
    const closed = () => fail(new Error('The connection was closed.'));
    socket.once(event, done).once('error', fail).once('close', closed);
  });
}

async function tunnel(socket: Socket, proxy: Proxy, authority: string): Promise<void> {
  const credentials = proxy.authorization === null ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`);
  let head = Buffer.alloc(0);
  while (!head.includes('\r\n\r\n') && head.length <= maxProxyHeadBytes) {
    await until(socket, 'readable', (cause) => proxyUnreachable(proxy, cause));
    const chunk = socket.read() as Buffer | null;
    if (chunk === null)
      throw proxyUnreachable(
        proxy,
        new Error('The proxy closed the connection before its response was complete.'),
      );
    head = Buffer.concat([head, chunk]);
  }
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, 16))?.[1];
  if (status?.startsWith('2') !== true) throw proxyRefused(proxy, authority, status ?? null);
  const end = head.indexOf('\r\n\r\n');
  if (end < 0) throw proxyRefused(proxy, authority, null);
  socket.unshift(head.subarray(end + 4));
}

const distrust = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function isDistrust(cause: unknown): boolean {
  return cause instanceof Error && distrust.has((cause as NodeJS.ErrnoException).code ?? '');
}

/** The proxy's refusal; never with its credentials. */
export function proxyRefused(proxy: Proxy, authority: string, status: string | null): GatehouseError {
  const how = status === null ? 'with invalid HTTP' : `with status ${status}`;
  return new GatehouseError(
    'network.proxy-refused',
    `The proxy ${proxy.host}:${proxy.port} responded to the request for ${authority} ${how}.`,
    {
      fix:
        status === '407'
          ? 'Set the username and password of the proxy in gatehouse.json.'
          : 'Check the address of the proxy, and whether the proxy allows connections to that server.',
      location: { file: 'gatehouse.json', pointer: '/network/proxy' },
    },
  );
}

function proxyUnreachable(proxy: Proxy, cause: unknown): GatehouseError {
  const message = `The proxy ${proxy.host}:${proxy.port} is unreachable.`;
  return new GatehouseError('network.proxy-unreachable', message, {
    fix: 'Correct its address in gatehouse.json, or remove the proxy.',
    location: { file: 'gatehouse.json', pointer: '/network/proxy/url' },
    cause,
  });
}

/** A target that cannot be connected to, or broke off. */
export function unreachable(origin: string, cause: unknown): GatehouseError {
  return new GatehouseError('upstream.unreachable', `${origin} is unreachable.`, {
    fix: 'Start that server, or correct the address.',
    cause,
  });
}

function untrusted(origin: string, cause: unknown): GatehouseError {
  return new GatehouseError('upstream.untrusted', `The certificate of ${origin} is not trusted.`, {
    fix: 'Correct the address, or add the CA of that server to network.caFiles in gatehouse.json.',
    cause,
  });
}

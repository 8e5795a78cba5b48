import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RelayClient } from '#main/platform/http-relay.ts';
import { isSame, maxCallBytes, readBody, refuse } from './http-calls.ts';
import { type Opening, type OpeningKind, type OpenScreens, openingKinds } from './open-screens.ts';

/** Where a way to the screens is asked for, followed by its kind. */
export const openingPath = '/open/';

/** Longest path of a local socket that every system takes, in bytes. */
const maxSocketBytes = 100;

/** Where other commands of this user reach a running host. */
export interface ControlAddress {
  readonly pid: number;
  /** Path of the local socket, or name of the pipe. */
  readonly socket: string;
  readonly token: string;
}

export interface Control {
  close(): Promise<void>;
}

const addressFile = (stateDirectory: string): string => join(stateDirectory, 'control.json');

/**
 * Serves the engine's API on a local socket to whoever can read the token in the state directory, that is to this
 * user. Only the process that holds the state may call it: what an earlier one left behind is replaced.
 */
export async function openControl(
  stateDirectory: string,
  relay: RelayClient,
  openScreens: OpenScreens,
): Promise<Control> {
  const token = randomBytes(32).toString('base64url');
  const { socket, folder } = socketOf(stateDirectory);
  const server = createServer({ maxHeaderSize: 16_384 });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const open = (kind: OpeningKind) => openScreens(kind, stateDirectory);
    respond(request, response, token, { relay, open }).catch(() => response.destroy());
  });
  if (process.platform !== 'win32') rmSync(socket, { force: true });
  await listen(server, socket);
  if (process.platform !== 'win32') chmodSync(socket, 0o600);
  writeAddress(stateDirectory, { pid: process.pid, socket, token });
  return {
    async close() {
      rmSync(addressFile(stateDirectory), { force: true });
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where a host that has this state open says it is reached; it may have been killed since. */
export function readControlAddress(stateDirectory: string): ControlAddress | null {
  try {
    const address: unknown = JSON.parse(readFileSync(addressFile(stateDirectory), 'utf8'));
    return isAddress(address) ? address : null;
  } catch {
    return null;
  }
}

/** Tests whether a host answers at the address: a host that was killed leaves its address behind. */
export function isAnswering({ socket }: ControlAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', () => resolve(false));
  });
}

function isAddress(value: unknown): value is ControlAddress {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, socket, token } = value as Partial<Record<keyof ControlAddress, unknown>>;
  return typeof pid === 'number' && typeof socket === 'string' && typeof token === 'string';
}

function socketOf(stateDirectory: string): { readonly socket: string; readonly folder: string | null } {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(stateDirectory).digest('hex').slice(0, 32);
    return { socket: `\\\\.\\pipe\\gatehouse-${name}`, folder: null };
  }
  const socket = join(stateDirectory, 'control.sock');
  if (Buffer.byteLength(socket) <= maxSocketBytes) return { socket, folder: null };
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'));
  return { socket: join(folder, 'control.sock'), folder };
}

function listen(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function writeAddress(stateDirectory: string, address: ControlAddress): void {
  const file = addressFile(stateDirectory);
  // The mode of a file that is there already would stay.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, JSON.stringify(address), { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  { relay, open }: { readonly relay: RelayClient; readonly open: (kind: OpeningKind) => Opening | null },
): Promise<void> {
  if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`))
    return refuse(response, 401, 'The token is invalid');
  if (request.method !== 'POST') return refuse(response, 404, 'Not found');
  const kind = openingKinds.find((each) => request.url === `${openingPath}${each}`);
  if (kind !== undefined) return handleOpening(response, open(kind));
  if (request.url?.startsWith('/rpc/') !== true) return refuse(response, 404, 'Not found');
  const body = await readBody(request, maxCallBytes);
  if (body === null) return refuse(response, 413, 'The call is too large');
  relay.relay(request, body, response);
}

function handleOpening(response: ServerResponse, opening: Opening | null): void {
  if (opening === null) return refuse(response, 409, 'This host does not serve the screens to a browser');
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(opening));
}

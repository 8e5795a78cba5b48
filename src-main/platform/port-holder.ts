import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';

/** The process that listens on a TCP port of this machine, as far as this user may see it. */
export interface PortHolder {
  readonly pid: number;
  readonly command: string;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function listeningInodes(port: number, address: string): ReadonlySet<string> {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  // A socket that listens on every address by IPv6 holds the port for IPv4 too.
  const tables = address.includes(':') ? ['/proc/net/tcp6'] : ['/proc/net/tcp', '/proc/net/tcp6'];
  const lines = tables.map(readText).join('\n').split('\n');
  const inodes = lines
    .map((line) => line.trim().split(/\s+/))
    // Column 1 is the local address, column 3 the state (0A: listening), column 9 the inode.
    .filter((columns) => columns[1]?.endsWith(`:${wanted}`) === true && columns[3] === '0A')
    .map((columns) => columns[9] ?? '');
  return new Set(inodes);
}

function holdsOneOf(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((descriptor) => {
      const inode = /^socket:\[(\d+)\]$/.exec(readLink(`/proc/${pid}/fd/${descriptor}`))?.[1];
      return inode !== undefined && inodes.has(inode);
    });
  } catch {
    return false;
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** Finds who listens on a port of an address; null where the system does not tell (anything but Linux, other users). */
export function findPortHolder(port: number, address: string): PortHolder | null {
  const inodes = listeningInodes(port, address);
  if (inodes.size === 0) return null;
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && holdsOneOf(name, inodes));
  return pid === undefined ? null : { pid: Number(pid), command: readText(`/proc/${pid}/comm`).trim() };
}

/** The first port after `port` that is free on `address` and not reserved; null when none of the next 50 is. */
export async function findFreePort(
  port: number,
  address: string,
  reserved: ReadonlySet<number> = new Set(),
): Promise<number | null> {
  // A service on one loopback address is reached by `localhost` too: both addresses have to be free.
  const addresses = isLoopback(address) ? ['127.0.0.1', '::1'] : [address];
  for (let candidate = port + 1; candidate <= Math.min(port + 50, 65_535); candidate += 1) {
    if (reserved.has(candidate)) continue;
    // One at a time: the first free port is wanted, not any.
    const taken = await Promise.all(addresses.map((one) => isTaken(candidate, one)));
    if (!taken.includes(true)) return candidate;
  }
  return null;
}

function isLoopback(address: string): boolean {
  return address === '127.0.0.1' || address === '::1';
}

/** Another error than that it is taken (no IPv6 on this machine) speaks only against the first address. */
function isTaken(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(address !== '::1' || error.code === 'EADDRINUSE'),
    );
    probe.listen(port, address, () => probe.close(() => resolve(false)));
  });
}

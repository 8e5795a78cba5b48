import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const minPort = 15_000;
/** Where the range begins from which Linux, and others at a higher place, give outgoing connections their ports. */
const usualRangeStart = 32_768;
const maxAttempts = 50;

/**
 * A port that nothing listens on, for what needs to know its port before it listens. It lies below those that the system
 * gives to outgoing connections: one of these can be taken by a connection of another test before it is listened on.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    const port = randomInt(minPort, rangeStart());
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${maxAttempts} ports is free.`);
}

function rangeStart(): number {
  try {
    const [start] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/);
    const found = Number(start);
    return found > minPort ? found : usualRangeStart;
  } catch {
    return usualRangeStart;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

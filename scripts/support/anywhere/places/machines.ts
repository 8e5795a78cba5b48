import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { isRoot, works } from '../commands.ts';
import { makeMemoryGroup } from '../memory-group.ts';
import type { Place } from '../place.ts';
import { networkSet, portSet, programSet, runtimeSet } from '../test-sets.ts';

/** Those that the sample workspace and the screens have. */
const usualPorts = [9030, 9031, 9032, 9033, 9034, 9035];
const memoryBytes = 2 * 1_024 ** 3;
const needsRoot = { obstacle: 'only root makes namespaces here' };

/** In the namespace of the script: no IPv6, and what goes to this machine itself. */
const withoutIpv6 = `
for each in all default lo; do echo 1 > /proc/sys/net/ipv6/conf/$each/disable_ipv6; done
ip link set lo up && exec "$@"`;

/** Places that differ in what the machine has and allows. */
export const machinePlaces: readonly Place[] = [
  {
    id: 'temporary-noexec',
    title: 'TMPDIR with a space, on a file system that runs no programs',
    set: programSet,
    async prepare({ folder, ordinary }) {
      if (!works('unshare', ['--mount', 'true'])) return needsRoot;
      const temporary = join(folder, 'nothing runs');
      mkdirSync(temporary, { recursive: true });
      const script = 'mount -t tmpfs -o noexec,mode=1777 tmpfs "$0" && exec "$@"';
      const through = ['unshare', '--mount', 'sh', '-c', script, temporary];
      return { checkout: ordinary(), env: { TMPDIR: temporary }, through };
    },
  },
  {
    id: 'no-ipv6',
    title: 'no IPv6, nor any other network',
    set: networkSet,
    async prepare({ ordinary }) {
      if (!isRoot() || !works('unshare', ['--net', 'true'])) return needsRoot;
      const through = ['unshare', '--net', 'sh', '-c', withoutIpv6, 'sh'];
      if (existsSync('/proc/sys/net/ipv6') && !works('unshare', [...through.slice(1), 'true']))
        return { obstacle: 'IPv6 cannot be switched off (ip of iproute2 is missing, or /proc is read-only)' };
      return { checkout: ordinary(), ...(existsSync('/proc/sys/net/ipv6') ? { through } : {}) };
    },
  },
  {
    id: 'ports-taken',
    title: `ports ${usualPorts.at(0)} to ${usualPorts.at(-1)} taken`,
    set: portSet,
    async prepare({ ordinary }) {
      const servers = await Promise.all(usualPorts.map(take));
      return {
        checkout: ordinary(),
        release: () => servers.forEach((server) => server?.close()),
      };
    },
  },
  {
    id: 'memory-2-gib',
    title: '2 GiB of memory',
    set: runtimeSet,
    async prepare({ ordinary }) {
      const group = makeMemoryGroup(memoryBytes);
      if (typeof group === 'string') return { obstacle: group };
      const through = ['sh', '-c', 'echo $$ > "$0" && exec "$@"', group.processesFile];
      return { checkout: ordinary(), through, release: group.remove };
    },
  },
];

/** Null where somebody else has the port, which is as good. */
function take(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

import { connect } from 'node:net';
import { isLoopbackHost } from './addresses.ts';

/**
 * Tests whether a port of this machine takes connections; only one that rejects them at once counts as closed. Other machines
 * are not asked, and count as open.
 */
export function listensAt(url: URL): Promise<boolean> {
  const { hostname, port, protocol } = url;
  if (!isLoopbackHost(hostname)) return Promise.resolve(true);
  const standard = protocol === 'https:' ? 443 : 80;
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const probe = connect({ host, port: port === '' ? standard : Number(port) }, () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'));
  });
}

import { rmSync } from 'node:fs';
import { openWebSession } from '../../support/web-session.ts';
import { compiledCodeDir } from './compiled-code.ts';
import { startWebHost } from './web-host.ts';

/** Lets one host compile what every host runs, and keep it: those of the tests are killed, which keeps nothing. */
export default async function compileHosts(): Promise<void> {
  rmSync(compiledCodeDir, { recursive: true, force: true });
  const host = await startWebHost();
  try {
    const { client } = await openWebSession(host.ui);
    // The API is loaded by its first call.
    await client.app.info();
    await host.stop();
  } finally {
    await host.discard();
  }
}

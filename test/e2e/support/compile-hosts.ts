import { rmSync } from 'node:fs';
import { compiledCodeDir } from './compiled-code.ts';
import { startWebHost } from './web-host.ts';

/** Lets one host compile what every host runs, and keep it: those of the tests are killed, which keeps nothing. */
export default async function compileHosts(): Promise<void> {
  rmSync(compiledCodeDir, { recursive: true, force: true });
  const host = await startWebHost();
  try {
    const { origin, hash } = new URL(host.ui);
    const token = decodeURIComponent(hash.slice('#token='.length));
    const session = await call(`${origin}/session`, { token });
    // The API is loaded by its first call.
    const cookie = session.headers.getSetCookie().map((set) => set.slice(0, set.indexOf(';')));
    await call(`${origin}/rpc/app/info`, {}, { cookie: cookie.join('; ') });
    await host.stop();
  } finally {
    await host.discard();
  }
}

async function call(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createCertificateAuthority } from '#main/platform/certificate-authority.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { installed, noBrowser, startPlainServer } from '#test/protocol/controlled-browser/parties.ts';
import { startForwardProxy } from '#test/support/connect-proxy.ts';
import {
  ann,
  finish,
  openSignInDesk,
  type Product,
  page,
  products,
  type SignInServer,
  saidOf,
  startProduct,
} from '#test/support/sign-in-servers/index.ts';
import { startedOnce } from '#test/support/started.ts';

const servers: SignInServer[] = [];
const desk = startedOnce(() => openSignInDesk(installed?.path ?? null));
beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(product: Product | undefined, tls: Parameters<typeof startProduct>[1] = null) {
  const server = await startProduct(product ?? { answer: () => null }, tls);
  servers.push(server);
  return server;
}

/** A page with a form for name and password, whose right answer leads to where `next` says. */
function leadingTo(
  next: (asked: Parameters<Product['answer']>[0]) => ReturnType<Product['answer']>,
): Product {
  return {
    answer(asked, server) {
      if (asked.path === '/authorize')
        return page(
          'In',
          '<form method="post" action="/in"><input name="user"><input type="password" name="p"><button>Sign in</button></form>',
        );
      if (asked.path !== '/in') return next(asked);
      return server.check(asked.fields.get('user') ?? '', asked.fields.get('p') ?? '') ? next(asked) : null;
    },
  };
}

test('a server that the CA of its file vouches for is trusted, and no other', async () => {
  const authority = createCertificateAuthority({
    records: createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1_000 }).records,
    clock: systemClock,
    random: createSystemRandom(),
    workspaceName: 'Signing in',
  });
  writeFileSync(join(desk.directory, 'ca.pem'), await authority.root());
  const server = await start(products['user name first'], await authority.serverCertificate(['127.0.0.1']));
  const trusted = await desk.signIn(server, { with: 'browser', file: { ca_files: ['ca.pem'] } });
  expect([saidOf(trusted.end), server.attempts.length]).toEqual(['callback', 1]);
  const { end } = await desk.signIn(server, { with: 'browser' });
  expect([end.end, server.attempts.length]).toEqual(['failure', 1]);
});

test('the browser goes through the proxy of the server too', async () => {
  const proxy = await startForwardProxy();
  onTestFinished(() => proxy.close());
  const server = await start(products['drawn by a script']);
  const { end } = await desk.signIn(server, { file: { proxy: { url: `http://127.0.0.1:${proxy.port}` } } });
  expect(saidOf(end)).toBe('callback');
  expect(proxy.seen.map(({ line }) => line).filter((line) => line.includes('/api/login'))).toHaveLength(1);
});

test('a frame of another site is played too, where its origin may be typed at', async () => {
  const came: string[] = [];
  // It sets no cookie: frames of another site keep none.
  const inner = await startPlainServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', () => {
      if (request.method === 'POST') came.push(body);
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(
        request.method === 'POST'
          ? '<script>parent.postMessage("done", "*")</script>'
          : '<form method="post"><label>User <input name="u"></label><input type="password" name="p"><button>Sign in</button></form>',
      );
    });
  });
  const site = inner.origin.replace('127.0.0.1', 'localhost');
  const outer = await start({
    answer: (asked) =>
      asked.path === '/authorize'
        ? page(
            'Outer',
            `<h1>Outer</h1><iframe width="400" height="300" src="${site}/"></iframe>
             <script>addEventListener('message', () => { location = '/done'; })</script>`,
          )
        : asked.path === '/done'
          ? { status: 302, headers: { Location: finish(asked) } }
          : null,
  });
  const refused = await desk.signIn(outer, { with: 'browser' });
  expect(saidOf(refused.end)).toContain(
    `A page of ${site} asks for credentials. Gatehouse did not enter any.`,
  );
  expect(came).toEqual([]);
  const allowed = await desk.signIn(outer, { with: 'browser', origins: [site] });
  expect([saidOf(allowed.end), allowed.token]).toEqual(['callback', 200]);
  expect(came).toEqual([new URLSearchParams({ u: ann.username, p: ann.password }).toString()]);
  await inner.close();
});

test('an answer that a page posts is held, and one for a scheme of an application', async () => {
  const posting = await start(
    leadingTo((asked) =>
      page(
        'Posting',
        `<form method="post" action="https://portal.example/cb"><input type="hidden" name="code" value="posted">
        <input type="hidden" name="state" value="s"></form><script>document.forms[0].submit()</script><p>${asked.path}</p>`,
      ),
    ),
  );
  const posted = await desk.signIn(posting, { with: 'browser' });
  expect(posted.end).toEqual({
    end: 'callback',
    callback: { url: 'https://portal.example/cb', form: 'code=posted&state=s' },
  });
  const native = await start(
    leadingTo(() => ({ status: 302, headers: { Location: 'com.example.app:/cb?code=native' } })),
  );
  const app = await desk.signIn(native, { with: 'browser' });
  expect(app.end).toEqual({
    end: 'callback',
    callback: { url: 'com.example.app:/cb?code=native', form: null },
  });
});

test('cookies go into the browser and come back to the steps that follow', async () => {
  const seen: string[] = [];
  const server = await start(
    leadingTo((asked) => {
      if (asked.path === '/in')
        return page('Set', `<script>document.cookie = 'by-script=1; path=/'; location = '/next'</script>`);
      if (asked.path === '/favicon.ico') return null;
      seen.push(asked.path);
      return { status: 302, headers: { Location: finish(asked) } };
    }),
  );
  const { end, player } = await desk.signIn(server, { with: 'browser' });
  expect([saidOf(end), seen]).toEqual(['callback', ['/next']]);
  const header = player.jar('default').header(new URL(server.origin));
  expect(header).toMatch(/tx\d+=/);
  expect(header).toContain('by-script=1');
});

test('dialogs of a page hold up nobody', async () => {
  const server = await start({
    answer: (asked, self) =>
      asked.path === '/authorize'
        ? page(
            'Dialogs',
            `<form method="post" action="/in" onsubmit="return confirm('Go on?')"><input name="user"><input type="password" name="p">
             <button>Sign in</button></form><script>setTimeout(() => alert('Welcome'), 50)</script>`,
          )
        : asked.path === '/in' && self.check(asked.fields.get('user') ?? '', asked.fields.get('p') ?? '')
          ? { status: 302, headers: { Location: finish(asked) } }
          : null,
  });
  const { end } = await desk.signIn(server, { with: 'browser' });
  expect([saidOf(end), server.attempts.length]).toEqual(['callback', 1]);
});

test.each([
  [
    'CAPTCHA',
    '<input type="password" aria-label="Password"><iframe width="300" height="80" src="/recaptcha/frame"></iframe>',
  ],
  [
    'passkey',
    '<h1>Use your passkey to sign in</h1><button>Try again</button>'.replace('Try again', 'Use a passkey'),
  ],
  ['another device', '<h1>Check your phone</h1><p>We sent a notification to your phone.</p>'],
  [
    'could not be completed unattended',
    '<h1>Welcome</h1><button>Sign in with Google</button><a href="/wrong?what=register">Create account</a>',
  ],
])('a page that nobody can answer unattended is told as what it is: %s', async (said, body) => {
  const server = await start({
    answer: (asked) => (asked.path === '/authorize' ? page('Corner', `${body}<script></script>`) : null),
  });
  const { end, elapsedMillis } = await desk.signIn(server, { with: 'browser' });
  expect(saidOf(end)).toContain('The page “Corner”');
  expect(saidOf(end)).toContain(said);
  expect(elapsedMillis).toBeLessThan(8_000);
  expect([server.wrong, server.attempts]).toEqual([[], []]);
});

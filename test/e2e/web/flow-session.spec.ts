import {
  ann,
  finish,
  page as html,
  type Product,
  sessionCookie,
} from '#test/support/sign-in-servers/index.ts';
import { startOurServer } from '../support/our-server.ts';
import { expect, test } from '../support/web.ts';
import { expectAccessible } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

/** A server that knows its user again by a cookie. */
const remembering: Product = {
  answer(asked, server) {
    const { path, fields, origin, session } = asked;
    if (path === '/authorize')
      return session === 'known'
        ? { status: 303, headers: { Location: finish(asked) } }
        : html(
            'Sign in',
            '<form method="post" action="/in"><input name="user"><input type="password" name="pass"><button>Go</button></form>',
          );
    if (path !== '/in' || !server.check(fields.get('user') ?? '', fields.get('pass') ?? '')) return null;
    const cookie = `${sessionCookie(origin)}=known; Path=/`;
    return { status: 303, headers: { Location: finish(asked), 'Set-Cookie': cookie } };
  },
};

test('a session at a server of one’s own is seen in the options, and forgotten there', async ({
  flows,
  host,
  page,
}) => {
  const server = await startOurServer(host, remembering);
  await page.reload();
  await flows.choose('Server', 'Our server');
  await flows.runUnattended();
  await flows.runUnattended();
  expect(server.attempts).toHaveLength(1);

  await page.getByRole('button', { name: words.flowOptions.title, exact: true }).click();
  const session = page.getByRole('group', { name: words.flowSession.title });
  await expect(session).toContainText(`${ann.username} has been signed in since`);
  await expectAccessible(page);
  await session.getByRole('button', { name: words.flowSession.forget }).click();
  await expect(session).toContainText(`${ann.username} has no session; the next run signs in.`);
  await page.keyboard.press('Escape');
  await flows.runUnattended();
  expect(server.attempts).toHaveLength(2);
  await server.close();
});

import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { englishHostWords as words } from '#shared/desktop/index.ts';
import { actsOf, latest, notesOf, quit, useBuiltDesktop } from '#test/support/electron/built-desktop.ts';
import { connectPage } from '#test/support/electron/desktop-page.ts';
import { eventually } from '#test/support/eventually.ts';

const { at, opened } = useBuiltDesktop();

describe('when a part ends by itself', () => {
  test('a page that ended is loaded again when a person says so', async () => {
    const host = await opened();
    await host.ask('act', { act: 'crash-page' });
    const { box } = await latest(host, 'message-box');
    expect(box).toMatchObject({
      message: words.crash.pageTitle,
      buttons: ['Reopen', 'Copy redacted report', 'Quit'],
    });
    expect(notesOf(host, 'load')).toHaveLength(1);
    await host.ask('press-button', { label: 'Reopen' });
    expect((await latest(host, 'load', 2)).url).toBe('gatehouse://app/');
  });

  test('the report names versions and reason, and holds no credential of the log', async () => {
    const host = await opened();
    const frame = { url: 'https://evil.example/cb?code=splxlOBeZQQYbYS6WxSbIA', isMainFrame: true };
    await host.ask('ipc-send', { channel: 'gatehouse:connect', args: [], frame });
    await host.ask('act', { act: 'crash-page' });
    await latest(host, 'message-box');
    await host.ask('press-button', { label: 'Copy redacted report' });
    const { text } = await latest(host, 'clipboard');
    expect(text).toMatch(/^what: page\nreason: crashed \(5\)\nat: \d{4}-.*\ngatehouse: \d+\.\d+\.\d+\n/);
    expect(text).toContain('connection rejected: the frame shows https://evil.example/cb?code=••••••••');
    expect(text).not.toContain('splxlOBeZQQYbYS6WxSbIA');
    await latest(host, 'message-box', 2);
  });

  test('an engine that ended is started again, and the page’s calls go on by a new port', async () => {
    const host = await opened();
    const page = await connectPage(host);
    await host.ask('act', { act: 'end-engine' });
    expect((await latest(host, 'message-box')).box.message).toBe(words.crash.engineTitle);
    expect(notesOf(host, 'port-closed').map(({ port }) => port)).toContain(page.enginePort);
    // As the page does when its port closes: the call waits for the next engine.
    const next = await connectPage(host);
    const call = JSON.stringify({ i: '1', p: { u: '/app/status', b: {} } });
    host.send({ type: 'port-message', port: next.enginePort, data: call });
    await host.ask('press-button', { label: 'Reopen' });
    const answer = await eventually(
      () => notesOf(host, 'port-message').find(({ port }) => port === next.enginePort) ?? null,
    );
    expect(JSON.parse(String(answer.data)).p.b.json).toMatchObject({ workspaceId: 'test' });
    expect(notesOf(host, 'load')).toHaveLength(1);
    expect(await quit(host)).toBe(0);
    expect(existsSync(at('holder.json'))).toBe(false);
  });

  test('an engine that ends each time is asked about each time, and then at Home', async () => {
    const host = await opened();
    for (const count of [1, 2, 3]) {
      await host.ask('act', { act: 'end-engine' });
      const { box } = await latest(host, 'message-box', count);
      expect(box.buttons[0]).toBe(count < 3 ? 'Reopen' : 'Reopen at Home');
      if (count === 3) continue;
      await host.ask('press-button', { label: 'Reopen' });
      const page = await connectPage(host);
      host.send({
        type: 'port-message',
        port: page.enginePort,
        data: JSON.stringify({ i: '1', p: { u: '/app/info', b: {} } }),
      });
      await eventually(
        () => notesOf(host, 'port-message').find(({ port }) => port === page.enginePort) ?? null,
      );
    }
    await host.ask('press-button', { label: 'Reopen at Home' });
    expect((await latest(host, 'load', 2)).url).toBe('gatehouse://app/#/home');
    expect(await quit(host)).toBe(0);
  });

  test('a page that hangs is ended before it is loaded again, and that is no second crash', async () => {
    const host = await opened();
    await host.ask('act', { act: 'hang' });
    expect((await latest(host, 'message-box')).box.buttons).toEqual([
      'Wait',
      'Reopen',
      'Copy redacted report',
      'Quit',
    ]);
    await host.ask('press-button', { label: 'Reopen' });
    await latest(host, 'load', 2);
    expect(actsOf(host)).toContain('crash');
    expect(notesOf(host, 'message-box')).toHaveLength(1);
  });

  test('a window that was hidden does not hide the question', async () => {
    const host = await opened();
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    const preferences = { hasTray: true, startsAtLogin: false, checksForUpdates: false, updateFeed: '' };
    page.say({ type: 'set-preferences', preferences });
    await latest(host, 'tray');
    await host.ask('act', { act: 'close-window' });
    await host.ask('act', { act: 'end-engine' });
    expect((await latest(host, 'message-box')).hasParent).toBe(false);
    await host.ask('press-button', { label: 'Quit' });
    expect(await host.exited).toBe(0);
  });

  test('the box goes when the page answers again', async () => {
    const host = await opened();
    await host.ask('act', { act: 'hang' });
    await latest(host, 'message-box');
    await host.ask('act', { act: 'respond' });
    await expect(host.ask('press-button', { label: 'Wait' })).rejects.toThrow('No box');
    expect(notesOf(host, 'load')).toHaveLength(1);
  });
});

import { EventEmitter } from 'node:events';
import type { App, Session } from 'electron';
import { beforeEach, describe, expect, test } from 'vitest';
import { isPage, restrictContents, restrictSession } from '#main/hosts/electron/session-policy.ts';

const lookAlikes = [
  'gatehouse://app.evil/',
  'gatehouse://app@evil/',
  'gatehouse://evil/app',
  'gatehouse://evil/?gatehouse://app/',
  'gatehouse://evil/#gatehouse://app/',
  'gatehouse://app:81/',
  'gatehouse://APP.evil/',
  'gatehouse:app',
  'gatehouse:///app',
  'gatehouses://app/',
  'http://app/',
  'https://gatehouse.example/app',
  'blob:gatehouse://app/1',
  'file:///app',
  'about:blank',
  'null',
  '',
];

describe('the page', () => {
  test.each(['gatehouse://app', 'gatehouse://app/', 'gatehouse://app/#/flows', 'gatehouse://app/index.html'])(
    'is %s',
    (address) => {
      expect(isPage(address)).toBe(true);
    },
  );

  test.each(lookAlikes)('is not %j', (address) => {
    expect(isPage(address)).toBe(false);
  });
});

describe('what the session grants', () => {
  type Request = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
  type Check = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
  type Device = NonNullable<Parameters<Session['setDevicePermissionHandler']>[0]>;
  const given: { request?: Request | null; check?: Check | null; device?: Device | null } = {};

  restrictSession({
    setPermissionRequestHandler: (handler: Request | null) => void (given.request = handler),
    setPermissionCheckHandler: (handler: Check | null) => void (given.check = handler),
    setDevicePermissionHandler: (handler: Device | null) => void (given.device = handler),
  } as Session);

  function ask(permission: string, address: string): readonly (boolean | undefined)[] {
    let isGranted: boolean | undefined;
    const request = given.request as unknown as (...args: readonly unknown[]) => void;
    request({}, permission, (is: boolean) => void (isGranted = is), {
      requestingUrl: address,
      isMainFrame: true,
    });
    const check = given.check as unknown as (...args: readonly unknown[]) => boolean;
    return [isGranted, check(null, permission, address, {})];
  }

  test('the page may put text on the clipboard', () => {
    expect(ask('clipboard-sanitized-write', 'gatehouse://app/')).toEqual([true, true]);
  });

  test.each([
    'clipboard-read',
    'deprecated-sync-clipboard-read',
    'media',
    'display-capture',
    'geolocation',
    'notifications',
    'fullscreen',
    'pointerLock',
    'keyboardLock',
    'openExternal',
    'fileSystem',
    'midi',
    'midiSysex',
    'hid',
    'serial',
    'usb',
    'local-fonts',
    'local-network-access',
    'idle-detection',
    'storage-access',
    'unknown',
    'a permission of a later version',
  ])('the page may not use %s', (permission) => {
    expect(ask(permission, 'gatehouse://app/')).toEqual([false, false]);
  });

  test.each(lookAlikes)('nobody else may use anything: %j', (address) => {
    expect(ask('clipboard-sanitized-write', address)).toEqual([false, false]);
  });

  test('no device is ever handed out', () => {
    const origin = 'gatehouse://app';
    expect(given.device?.({ deviceType: 'usb', origin, device: { deviceId: '1' } } as never)).toBe(false);
  });
});

describe('what happens in a window', () => {
  const opened: string[] = [];
  const app = new EventEmitter();
  type Open = (details: { url: string }) => { action: string };
  let open: Open;
  let contents: EventEmitter;

  restrictContents(app as unknown as App, (url) => opened.push(url));

  beforeEach(() => {
    opened.length = 0;
    contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (handler: Open) => void (open = handler),
    });
    app.emit('web-contents-created', {}, contents);
  });

  function isPrevented(event: string, details: object = {}): boolean {
    let prevented = false;
    contents.emit(event, { ...details, preventDefault: () => (prevented = true) });
    return prevented;
  }

  const elsewhere = [
    'https://docs.example/',
    'http://127.0.0.1:9031/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'about:blank',
    'gatehouse://app/none',
    'gatehouse://app/?x',
    'gatehouse://user@app/',
    'gatehouse://app/../app/index.html',
    ...lookAlikes,
  ];

  test.each(elsewhere)('the page is not replaced by %j', (url) => {
    expect(isPrevented('will-navigate', { url, isMainFrame: true })).toBe(true);
    expect(isPrevented('will-frame-navigate', { url, isMainFrame: true })).toBe(true);
    expect(opened).toEqual([]);
  });

  test.each(['gatehouse://app/', 'gatehouse://app/#/flows/1'])('the page may load itself anew: %s', (url) => {
    expect(isPrevented('will-navigate', { url, isMainFrame: true })).toBe(false);
    expect(isPrevented('will-frame-navigate', { url, isMainFrame: true })).toBe(false);
  });

  test.each(['gatehouse://app/', ...elsewhere])('no frame in the page goes to %j', (url) => {
    expect(isPrevented('will-frame-navigate', { url, isMainFrame: false })).toBe(true);
  });

  test('no redirect is followed, to wherever', () => {
    expect(isPrevented('will-redirect', { url: 'gatehouse://app/', isMainFrame: true })).toBe(true);
  });

  test('nothing is embedded', () => {
    expect(isPrevented('will-attach-webview')).toBe(true);
  });

  test.each(['https://docs.example/', 'http://127.0.0.1:9031/as/authorization'])(
    'a link to %s opens in the system’s browser, and no window here',
    (url) => {
      expect(open({ url })).toEqual({ action: 'deny' });
      expect(opened).toEqual([url]);
    },
  );

  test.each(['http://docs.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'gatehouse://app/', ''])(
    'a link to %j opens nowhere',
    (url) => {
      expect(open({ url })).toEqual({ action: 'deny' });
      expect(opened).toEqual([]);
    },
  );

  test('a certificate that failed is not trusted', () => {
    const answers: boolean[] = [];
    let prevented = false;
    const answer = (isTrusted: boolean) => answers.push(isTrusted);
    app.emit(
      'certificate-error',
      { preventDefault: () => (prevented = true) },
      contents,
      '',
      '',
      {},
      answer,
      true,
    );
    expect([answers, prevented]).toEqual([[false], true]);
  });
});

import type { App, Session, WebContents } from 'electron';
import { externalUrl } from './external-url.ts';
import { pageOrigin } from './page-scheme.ts';

/** The only permission that the page has: to copy text. */
function mayUse(permission: string, origin: string): boolean {
  return permission === 'clipboard-sanitized-write' && isPage(origin);
}

/** Whether an address is of the page itself. */
export function isPage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && `${url.protocol}//${url.host}` === pageOrigin;
}

/** Denies every permission and device that the page has no use for; the defaults would allow them. */
export function restrictSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(mayUse(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, origin));
  session.setDevicePermissionHandler(() => false);
}

/** Keeps every window on its page: no navigation, no new windows, no webviews; links go to the system's browser. */
export function restrictContents(app: App, openExternal: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => restrict(contents, openExternal));
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
}

function restrict(contents: WebContents, openExternal: (url: string) => void): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const allowed = externalUrl(url);
    if (allowed !== null) openExternal(allowed);
    return { action: 'deny' };
  });
}

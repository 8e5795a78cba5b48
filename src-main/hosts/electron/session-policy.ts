import type { App, Session, WebContents } from 'electron';
import { externalUrl } from './external-url.ts';
import { pageOrigin } from './page-scheme.ts';

/** The only permission that the page has: to copy text. */
function mayUse(permission: string, origin: string): boolean {
  return permission === 'clipboard-sanitized-write' && isPage(origin);
}

/** Tests whether an address belongs to the page itself. */
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

/** Keeps every window on its page: it may load itself anew; what opens a new window goes to the system's browser. */
export function restrictContents(app: App, openExternal: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => restrict(contents, openExternal));
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault();
    answer(false);
  });
}

interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
  preventDefault(): void;
}

// The page reloads itself after a crash of a screen, and that is a navigation too.
function stayOnPage(event: Navigation): void {
  const [document] = event.url.split('#');
  if (!event.isMainFrame || document !== `${pageOrigin}/`) event.preventDefault();
}

function restrict(contents: WebContents, openExternal: (url: string) => void): void {
  contents.on('will-navigate', stayOnPage);
  contents.on('will-frame-navigate', stayOnPage);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const allowed = externalUrl(url);
    if (allowed !== null) openExternal(allowed);
    return { action: 'deny' };
  });
}

import { type SessionEntry, type StartLink, textMember } from '#shared/web-session/messages.ts';
import { sessionPaths, startTokenOf } from '#shared/web-session/protocol.ts';

const storageKey = 'gatehouse.session';

/** Also where the browser keeps nothing: the session then holds until the page is loaded again. */
let inMemory: string | null = null;

/**
 * The token of this tab's session; null where it has none. It is kept by the tab alone, as no cookie could be: cookies
 * know no ports, and every service of this machine would be sent one.
 */
export function sessionToken(): string | null {
  try {
    return inMemory ?? sessionStorage.getItem(storageKey);
  } catch {
    return inMemory;
  }
}

function keep(token: string | null): void {
  inMemory = token;
  try {
    if (token === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, token);
  } catch {
    // The browser keeps nothing for this page.
  }
}

/** Forgets the session of this tab. */
export function forgetSession(): void {
  keep(null);
}

/** Swaps a start link, or the token in it, for a session. Says whether it was taken; `lost` where nobody answered. */
export async function beginSession(pasted: string): Promise<'begun' | 'refused' | 'lost'> {
  const token = startTokenOf(pasted);
  if (token === null) return 'refused';
  try {
    const response = await post(sessionPaths.begin, { token });
    const session = response.ok ? textMember(await response.json(), 'session') : null;
    if (session === null) return 'refused';
    keep(session);
    return 'begun';
  } catch {
    return 'lost';
  }
}

/** The sessions of this host, that of this tab among them. */
export function listSessions(): Promise<readonly SessionEntry[]> {
  return call(sessionPaths.list, {});
}

/** Ends a session: its windows stop at once. */
export async function endSession(id: string): Promise<void> {
  await call<object>(sessionPaths.end, { id });
}

/** A link that opens one more window, once. */
export function makeWindowLink(): Promise<StartLink> {
  return call(sessionPaths.link, {});
}

/** Page and host are of one build: what the host answers has the shape that it is declared with. */
async function call<T>(path: string, input: object): Promise<T> {
  const response = await post(path, input);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

function post(path: string, input: object): Promise<Response> {
  const token = sessionToken();
  return fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(input),
  });
}

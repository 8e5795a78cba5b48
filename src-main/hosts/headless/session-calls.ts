import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, refuse } from '#main/hosts/http-calls.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { type StartLink, textMember } from '#shared/web-session/messages.ts';
import { sessionPaths } from '#shared/web-session/protocol.ts';
import type { Session, Sessions } from './sessions.ts';

const maxCallBytes = 1_024;

/** Dependencies of the calls about sessions. */
export interface SessionCallPorts {
  readonly sessions: Sessions;
  /** Makes a link that opens one window, once. */
  readonly makeLink: () => StartLink;
}

/** Tests whether a path is one of the calls about sessions. */
export function isSessionCall(path: string): boolean {
  return Object.values<string>(sessionPaths).includes(path);
}

/** Answers a call about sessions: begins one by a start token, lists them, ends one, makes a link to a further window. */
export async function handleSessionCall(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  ports: SessionCallPorts,
): Promise<void> {
  const body = await readBody(request, maxCallBytes);
  const input = parsedJson(body?.toString('utf8') ?? '');
  if (path === sessionPaths.begin) return begin(input, request, response, ports);
  const session = findSession(request, ports.sessions);
  if (session === null) return refuse(response, 401, 'No session');
  if (path === sessionPaths.list) return respond(response, ports.sessions.list(session));
  if (path === sessionPaths.link) return respond(response, ports.makeLink());
  const id = textMember(input, 'id');
  if (id === null) return refuse(response, 400, 'The session id is missing');
  return ports.sessions.end(id) ? respond(response, {}) : refuse(response, 404, 'The session does not exist');
}

/** The session that a call proves in its Authorization header; null where it proves none. RFC 6750 §2.1 */
export function findSession({ headers }: IncomingMessage, sessions: Sessions): Session | null {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token === undefined ? null : sessions.find(token);
}

function begin(
  input: unknown,
  { headers }: IncomingMessage,
  response: ServerResponse,
  { sessions }: SessionCallPorts,
): void {
  const token = textMember(input, 'token');
  const session = token === null ? null : sessions.begin(token, headers['user-agent'] ?? '');
  return session === null
    ? refuse(response, 401, 'The start token is unknown, used or expired')
    : respond(response, { session });
}

function respond(response: ServerResponse, value: object): void {
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(value));
}

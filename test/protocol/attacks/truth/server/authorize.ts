import type { FastifyReply, FastifyRequest } from 'fastify';
import { readRequest, SentBack } from './authorization-request.ts';
import { PageRefusal } from './errors.ts';
import { issueAccessToken, tokenResponse } from './issue.ts';
import { consentBody, sendErrorPage, sendPage, signInBody } from './pages.ts';
import { Parameters } from './parameters.ts';
import { type Asked, type Interaction, now, type Session, type State, token } from './state.ts';

const sessionCookie = 'session';
const browserCookie = 'browser';

function cookieOf(request: FastifyRequest, name: string): string | null {
  const all = (request.headers.cookie ?? '').split(/; */).map((part) => part.split('=', 2));
  return all.find(([own]) => own === name)?.[1] ?? null;
}

function setCookie(reply: FastifyReply, name: string, value: string): void {
  reply.header('Set-Cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`);
}

/** The authorization endpoint. RFC 6749 §3.1 */
export async function answerAuthorize(
  state: State,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const text = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
  const query = Parameters.of(text);
  const asked = readRequest(state, query);
  const browser = cookieOf(request, browserCookie) ?? token('browser_');
  const found = sessionOf(state, request);
  const prompt = query.get('prompt');
  const isAllowed = found?.allowed.has(consentOf(asked)) === true && asked.client.authentication !== 'none';
  if (found !== undefined && isAllowed && prompt !== 'consent' && prompt !== 'login')
    return finish(state, reply, asked, found.username);
  if (prompt === 'none') {
    const error = found === undefined ? 'login_required' : 'consent_required';
    throw new SentBack(error, asked.redirectUri, asked.state);
  }
  const id = token('').slice(0, 22);
  state.interactions.set(id, { asked, browser, csrf: token('') });
  setCookie(reply, browserCookie, browser);
  return reply.code(303).header('Cache-Control', 'no-store').header('Location', `/interaction/${id}`).send();
}

const consentOf = ({ client, scope }: Asked): string => `${client.id} ${scope.toSorted().join(' ')}`;

function sessionOf({ sessions, has }: State, request: FastifyRequest): Session | undefined {
  const cookie = has('session-kept-at-sign-in') ? browserCookie : sessionCookie;
  return sessions.get(cookieOf(request, cookie) ?? '');
}

interface Named {
  readonly id: string;
  readonly interaction: Interaction;
}

/** The interaction of this browser. @throws PageRefusal */
function interactionOf({ interactions }: State, request: FastifyRequest): Named {
  const { id = '' } = request.params as { readonly id?: string };
  const interaction = interactions.get(id);
  if (interaction === undefined || interaction.browser !== cookieOf(request, browserCookie))
    throw new PageRefusal('This sign-in was not begun in this browser.');
  return { id, interaction };
}

/** The page of an interaction: sign-in, then consent. */
export function showInteraction(state: State, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { id, interaction } = interactionOf(state, request);
  const { asked, csrf } = interaction;
  if (sessionOf(state, request) !== undefined)
    return sendPage(state, reply, consentBody(id, csrf, asked.client.id, asked.scope.join(' ')));
  const note = state.has('state-markup-in-page') ? `<!-- request of state ${asked.state ?? ''} -->` : '';
  return sendPage(state, reply, signInBody(id, csrf, note));
}

function formOf(request: FastifyRequest, { csrf }: Interaction): Parameters {
  const form = Parameters.of(typeof request.body === 'string' ? request.body : '');
  if (form.get('csrf') !== csrf) throw new PageRefusal('The form is not of this page.');
  return form;
}

/** Takes name and password; the session begins anew with them. */
export function signIn(state: State, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { id, interaction } = interactionOf(state, request);
  const form = formOf(request, interaction);
  const username = form.get('username') ?? '';
  const key = `page ${username}`;
  const isRight = !state.throttle.isClosed(key) && state.users.get(username) === form.get('password');
  if (!isRight || !state.users.has(username)) {
    state.throttle.wrong(key, { guesses: 5, millis: 2_000 });
    return sendPage(
      state,
      reply,
      signInBody(id, interaction.csrf, '<p>The name or the password is wrong.</p>'),
    );
  }
  state.throttle.right(key);
  const session = state.has('session-kept-at-sign-in') ? interaction.browser : token('session_');
  state.sessions.set(session, { username, allowed: new Set() });
  if (session !== interaction.browser) setCookie(reply, sessionCookie, session);
  return reply.code(303).header('Cache-Control', 'no-store').header('Location', `/interaction/${id}`).send();
}

/** Takes what the user decided, once. */
export async function decide(
  state: State,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, interaction } = interactionOf(state, request);
  const form = formOf(request, interaction);
  const session = sessionOf(state, request);
  if (session === undefined) throw new PageRefusal('Nobody is signed in.');
  state.interactions.delete(id);
  const { asked } = interaction;
  if (form.get('decision') !== 'allow' && !state.has('denial-ignored'))
    throw new SentBack('access_denied', asked.redirectUri, asked.state);
  session.allowed.add(consentOf(asked));
  return finish(state, reply, asked, session.username);
}

/** Sends the browser back with what was asked for. RFC 6749 §4.1.2, RFC 9207 §2 */
async function finish(
  state: State,
  reply: FastifyReply,
  asked: Asked,
  username: string,
): Promise<FastifyReply> {
  const { client, scope, redirectUri, givenUri, challenge, nonce } = asked;
  const grant = { clientId: client.id, username, scope, isEnded: false };
  if (asked.responseType === 'token') {
    const accessToken = await issueAccessToken(state, {
      clientId: client.id,
      subject: username,
      scope,
      grant,
    });
    const fields = Object.entries(tokenResponse(accessToken, scope)).map(([name, value]) => [
      name,
      String(value),
    ]);
    const fragment = new URLSearchParams([...fields, ['state', asked.state ?? ''], ['iss', state.issuer]]);
    return reply.code(303).header('Location', `${redirectUri}#${fragment.toString()}`).send();
  }
  const code = state.has('codes-counted') ? `code-${String(state.next()).padStart(10, '0')}` : token('code_');
  state.codes.set(code, {
    grant,
    redirectUri: givenUri,
    challenge,
    nonce,
    expiresAt: now() + 60,
    isUsed: false,
  });
  return sendBack(state, reply, redirectUri, { code, state: asked.state });
}

/** Sends an error back to the client. RFC 6749 §4.1.2.1 */
export function sendErrorBack(
  state: State,
  reply: FastifyReply,
  { message, to, state: own }: SentBack,
): FastifyReply {
  return sendBack(state, reply, to, { error: message, state: own });
}

function sendBack(
  { issuer, has }: State,
  reply: FastifyReply,
  to: string,
  answer: Readonly<Record<string, string | null>>,
): FastifyReply {
  const url = new URL(to);
  const isShort = answer['error'] !== undefined && has('error-state-missing');
  for (const [name, value] of Object.entries(answer))
    if (value !== null && !(name === 'state' && isShort)) url.searchParams.set(name, value);
  if (answer['error'] === undefined || !has('iss-of-errors-missing')) url.searchParams.set('iss', issuer);
  if (has('state-injects-headers') && (answer['state'] ?? null) !== null) {
    url.searchParams.delete('state');
    return sendUnchecked(reply, `${url.href}&state=${answer['state'] ?? ''}`);
  }
  return reply.code(303).header('Cache-Control', 'no-store').header('Location', url.href).send();
}

/** Writes a header by hand, whatever its value holds. */
function sendUnchecked(reply: FastifyReply, location: string): FastifyReply {
  reply.hijack();
  const { socket } = reply.raw;
  socket?.end(
    `HTTP/1.1 303 See Other\r\nCache-Control: no-store\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  return reply;
}

/** Answers what went wrong on the way to a person. */
export function sendFrontProblem(state: State, reply: FastifyReply, error: Error): FastifyReply {
  return error instanceof SentBack ? sendErrorBack(state, reply, error) : sendErrorPage(reply, error.message);
}

import type { FastifyReply } from 'fastify';
import type { State } from './state.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => escapes[found] ?? '');

/** A page that people answer: no frame shows it, nothing keeps it, and it tells others nothing. RFC 9700 §4.16, §4.2.4 */
export function sendPage({ has }: State, reply: FastifyReply, body: string): FastifyReply {
  if (!has('pages-in-frames'))
    reply
      .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
      .header('X-Frame-Options', 'DENY');
  if (!has('pages-tell-referrer')) reply.header('Referrer-Policy', 'no-referrer');
  if (!has('pages-kept')) reply.header('Cache-Control', 'no-store');
  return reply.type('text/html; charset=utf-8').send(`<!doctype html><title>Sign in</title>${body}`);
}

/** An error that goes to nobody but the person. RFC 6749 §4.1.2.1 */
export function sendErrorPage(reply: FastifyReply, message: string): FastifyReply {
  return reply
    .code(400)
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><title>Error</title><p>${escaped(message)}</p>`);
}

/** `note` is shown as it is. */
export function signInBody(id: string, csrf: string, note: string): string {
  return `${note}<form method="post" action="/interaction/${id}"><input type="hidden" name="csrf" value="${csrf}">
<input name="username" autocomplete="username"><input type="password" name="password">
<button type="submit">Sign in</button></form>`;
}

export function consentBody(id: string, csrf: string, client: string, scope: string): string {
  return `<p>${escaped(client)} asks for: ${escaped(scope)}</p>
<form method="post" action="/interaction/${id}/decision"><input type="hidden" name="csrf" value="${csrf}">
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button></form>`;
}

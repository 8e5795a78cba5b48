import { createHash } from 'node:crypto';
import type { HttpResponse } from '#main/platform/http.ts';
import type { PipelineDefinition } from '#main/platform/pipeline.ts';
import { codeChallenge, formatForm, formValue, withQuery } from '#shared/oauth/index.ts';
import { type ClientContext, required } from './context.ts';
import { ownPathStep } from './own-path.ts';
import { ClientRefusal, refuse } from './refusal.ts';
import { clientCookie, randomText } from './sessions.ts';

const maxPending = 10;

/** Somebody wants to sign in: the request to the provider is made, and tied to this browser. RFC 6749 §4.1.1 */
export const startPipeline: PipelineDefinition<ClientContext> = {
  id: 'client.start',
  steps: [
    { id: 'form', rule: 'No parameter is repeated', clause: 'RFC 6749 §3.1', check: checkForm },
    {
      id: 'provider-known',
      rule: 'Identity provider is configured',
      clause: 'RFC 9700 §4.4.2',
      check: (context) => findProvider(context, formValue(context.form, 'provider') ?? 'home'),
    },
    ownPathStep,
    {
      id: 'state-made',
      rule: 'state is random and bound to this browser',
      clause: 'RFC 6749 §10.12',
      check: makeState,
    },
    {
      id: 'challenge-made',
      rule: 'Code is bound to this sign-in by PKCE',
      clause: 'RFC 9700 §2.1.1',
      check: makeChallenge,
      describe: ({ pending }) =>
        required(pending).verifier === null
          ? 'Code is not bound to the sign-in'
          : 'Code is bound to this sign-in by PKCE',
    },
    { id: 'sign-in-kept', rule: 'A sign-in is pending', clause: 'RFC 9700 §4.4.2', check: keepSignIn },
  ],
  effect: ({ failure, providerName }) =>
    failure === null ? `The browser is sent to ${providerName} to sign in.` : 'No sign-in started.',
};

/** @throws ClientRefusal where a parameter is repeated or badly encoded */
export function checkForm({ form }: ClientContext): void {
  const faulty = [...form.duplicates, ...form.malformed];
  if (faulty.length > 0) throw refuse('The request is ambiguous.', { got: faulty.join(' ') });
}

/** @throws ClientRefusal 404 where the application knows no such provider */
export function findProvider(context: ClientContext, name: string): void {
  const provider = context.ports.providers(name);
  if (provider === null)
    throw new ClientRefusal({
      status: 404,
      description: 'This application does not know the provider, or is not registered there.',
      got: name,
    });
  context.providerName = name;
  context.provider = provider;
  context.notes.tags.push(`client:${provider.clientId}`);
}

/** Begins a sign-in with a state of its own. */
export function makeState(context: ClientContext): void {
  const { ports, providerName: provider, next } = context;
  const [state, nonce] = [randomText(ports.random), randomText(ports.random)];
  context.pending = { provider, state, nonce, verifier: null, next };
}

/** Binds the code to the sign-in at hand. */
export function makeChallenge(context: ClientContext): void {
  context.pending = { ...required(context.pending), verifier: randomText(context.ports.random) };
}

/** Keeps the sign-in at hand until its response comes. */
export function keepSignIn(context: ClientContext): void {
  const session = context.session ?? context.sessions.begin(context.nowMillis);
  session.pending = [...session.pending.slice(1 - maxPending), required(context.pending)];
  context.session = session;
}

/** Sends the browser to the provider. RFC 6749 §4.1.1, RFC 7636 §4.3 */
export function handleStart(context: ClientContext): HttpResponse {
  const { clientId, redirectUri, scope, authorizationEndpoint } = required(context.provider);
  const { state, nonce, verifier, connection } = required(context.pending);
  const challenge = verifier === null ? null : codeChallenge(verifier, 'S256', sha256);
  const query = formatForm([
    ['response_type', 'code'],
    ['client_id', clientId],
    ['redirect_uri', redirectUri],
    ...(scope === '' ? [] : [['scope', scope] as const]),
    ['state', state],
    ['nonce', nonce],
    ...(connection === undefined ? [] : [['resource', connection.resource] as const]),
    ...(challenge === null
      ? []
      : ([
          ['code_challenge', challenge],
          ['code_challenge_method', 'S256'],
        ] as const)),
  ]);
  const cookie = clientCookie(required(context.session), context.request.origin);
  return leadTo(withQuery(authorizationEndpoint, query), cookie);
}

/** Sends the browser somewhere, telling nobody where it was. RFC 9700 §4.2.4 */
export function leadTo(location: string, headers: readonly string[] = []): HttpResponse {
  const own = ['Location', location, 'Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer'];
  return { status: 303, headers: [...own, ...headers], body: '' };
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

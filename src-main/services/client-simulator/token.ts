import type { PipelineDefinition } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { type ClientContext, required } from './context.ts';
import { refuse } from './refusal.ts';
import { signInStep } from './sign-in.ts';
import { checkForm, findProvider } from './start.ts';
import { type ValidatedToken, validateToken } from './validate-token.ts';

/** A token that is handed over, with its known facts. */
export interface HandedContext extends ClientContext {
  validated: ValidatedToken | null;
}

/** A page in the browser hands over a token that it got in a fragment: whose it is, nobody knows yet. RFC 6749 §10.16 */
export const tokenPipeline: PipelineDefinition<HandedContext> = {
  id: 'client.token',
  steps: [
    { id: 'form', rule: 'No parameter is repeated', clause: 'RFC 6749 §3.1', check: checkForm },
    {
      id: 'provider-known',
      rule: 'Identity provider is configured',
      clause: 'RFC 9700 §4.4.2',
      check: (context) => findProvider(context, formValue(context.form, 'provider') ?? 'home'),
    },
    { id: 'token-valid', rule: 'Access token is valid', clause: 'RFC 6749 §10.16', check: validate },
    {
      id: 'token-ours',
      rule: 'Access token was issued to this application',
      clause: 'RFC 6749 §10.16',
      check: checkClient,
    },
    {
      id: 'person-known',
      rule: 'Access token belongs to a user',
      clause: 'RFC 9700 §4.15',
      check: findPerson,
      describe: ({ person }) => `Access token belongs to ${person?.name ?? 'a user'}`,
    },
    signInStep,
  ],
  effect: ({ effect }) => effect || 'No user is signed in.',
};

async function validate(context: HandedContext): Promise<void> {
  const { ports, form, provider } = context;
  const token = formValue(form, 'access_token');
  if (token === undefined) throw refuse('The access token is missing.');
  context.validated = await validateToken(ports, required(provider), token);
  if (context.validated === null) throw refuse('This application cannot determine the user of the token.');
}

function checkClient({ provider, validated }: HandedContext): void {
  const want = required(provider).clientId;
  const got = required(validated).clientId;
  if (got !== want) throw refuse('The access token was issued to another application.', { want, got });
}

function findPerson(context: HandedContext): void {
  const { username } = required(context.validated);
  if (username === null) throw refuse('The access token belongs to a client, not to a user.');
  context.person = { name: username };
}

import type { PipelineDefinition, Step } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { IdentityProvider } from '#shared/workspace/index.ts';
import type { AuthorizeContext, InteractionContext } from '../authorize/context.ts';
import { postSteps } from '../authorize/interaction-steps.ts';
import { invalidRequest } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { required } from '../token/context.ts';
import { ProviderRefusal, providerFailed } from './provider-refusal.ts';
import { leadBack, redirectToProvider } from './redirect-to-provider.ts';

const discovered = {
  id: 'provider-discovered',
  rule: 'Identity provider metadata is available',
  clause: 'OpenID Connect Discovery §4.3',
} as const;

/** The users of the client sign in elsewhere only: the browser goes there at once. OpenID Connect Core §3.1.2.1 */
export const onlyProviderStep: Step<AuthorizeContext> = {
  ...discovered,
  check: redirectAtOnce,
  applies: ({ client, transaction }) => {
    const { subject, choices } = required(transaction);
    return required(client).identityProvider !== undefined && subject === null && choices === null;
  },
};

/** The user wants to sign in at a provider. OpenID Connect Core §3.1.2.1 */
export const providerPipeline: PipelineDefinition<InteractionContext> = {
  id: 'authorize.provider',
  steps: [
    ...postSteps,
    {
      id: 'provider-known',
      rule: 'Identity provider was offered',
      clause: 'OpenID Connect Core §3.1.2.1',
      check: checkOffered,
      describe: (context) =>
        `User chose ${offeredProvider(context)?.displayName ?? 'a provider that is gone'}`,
    },
    { ...discovered, check: redirectToChosen },
  ],
  effect: (context) => context.effect || 'Nothing was issued.',
};

function redirectAtOnce(context: AuthorizeContext): Promise<void> {
  const { runtime, client } = context;
  const provider = findProvider(runtime, required(client).identityProvider);
  if (provider === undefined) throw providerFailed('The workspace has no provider with this name.');
  return redirectToProvider(context, provider);
}

/** The provider with this name. */
export function findProvider({ registrations }: Runtime, name?: string): IdentityProvider | undefined {
  return registrations()
    .identityProviders()
    .find((provider) => provider.name === name);
}

function offeredProvider({ runtime, form, transaction }: InteractionContext): IdentityProvider | undefined {
  const name = formValue(form, 'provider');
  const only = runtime.registrations().client(required(transaction).request.clientId)?.identityProvider;
  return only === undefined || only === name ? findProvider(runtime, name) : undefined;
}

function checkOffered(context: InteractionContext): void {
  if (offeredProvider(context) !== undefined) return;
  throw invalidRequest('This form is out of date.', {
    detail: 'This provider was not offered.',
    got: formValue(context.form, 'provider') ?? 'none',
  });
}

async function redirectToChosen(context: InteractionContext): Promise<void> {
  const provider = required(offeredProvider(context) ?? null);
  try {
    await redirectToProvider(context, provider);
  } catch (error) {
    if (error instanceof ProviderRefusal) leadBack(context, provider.issuer, error);
    throw error;
  }
}

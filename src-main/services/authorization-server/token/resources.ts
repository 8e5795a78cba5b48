import type { Step } from '#main/platform/pipeline.ts';
import { type Form, formField, isRedirectUri as isAbsoluteWithoutFragment } from '#shared/oauth/index.ts';
import { OAuthError } from '../errors.ts';
import { type Audience, audienceOfNames, namesIn } from '../stores/audience.ts';
import { required, type TokenContext } from './context.ts';

/** Every `resource` of a request, each once. RFC 8707 §2 */
export function resourcesIn({ fields }: Form): readonly string[] {
  return [
    ...new Set(fields.flatMap(({ name, value }) => (name === 'resource' && value !== '' ? [value] : []))),
  ];
}

/**
 * Checks that resources are absolute URIs without a fragment, and among those that are allowed. RFC 8707 §2
 * @throws OAuthError invalid_target
 */
export function checkResources(resources: readonly string[], allowed: readonly string[]): void {
  const malformed = resources.find((uri) => !isAbsoluteWithoutFragment(uri));
  if (malformed !== undefined)
    throw new OAuthError('invalid_target', {
      description: 'resource must be an absolute URI without a fragment.',
      got: malformed,
    });
  const outside = resources.filter((uri) => !allowed.includes(uri));
  if (outside.length === 0) return;
  throw new OAuthError('invalid_target', {
    description: 'The requested resource is not allowed.',
    want: allowed.join(' '),
    got: outside.join(' '),
  });
}

/** The step by which a client narrows a grant to resources of it; `grantOf` finds whom the grant is for. RFC 8707 §2.2 */
export function resourceStep(grantOf: (context: TokenContext) => Audience): Step<TokenContext> {
  return {
    id: 'resource-within-grant',
    rule: 'Resources are within the grant',
    clause: 'RFC 8707 §2.2',
    check(context) {
      const resources = resourcesIn(context.form);
      const granted = grantOf(context);
      checkResources(resources, granted === null ? required(context.client).audiences : namesIn(granted));
      context.audience = audienceOfNames(resources);
    },
    applies: ({ form }) => formField(form, 'resource') !== undefined,
    isUnlisted: true,
    describe: ({ audience }) => `Resources are within the grant: ${namesIn(audience).join(' ')}`,
  };
}

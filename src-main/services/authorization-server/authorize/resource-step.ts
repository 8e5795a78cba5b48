import type { Step } from '#main/platform/pipeline.ts';
import { formField } from '#shared/oauth/index.ts';
import { required } from '../token/context.ts';
import { checkResources, resourcesIn } from '../token/resources.ts';
import type { AuthorizeContext } from './context.ts';

/** The resources that the tokens are meant for. RFC 8707 §2.1 */
export const resourceStep: Step<AuthorizeContext> = {
  id: 'resource-allowed',
  rule: 'Resources are allowed for the client',
  clause: 'RFC 8707 §2',
  check(context) {
    const resources = resourcesIn(context.form);
    checkResources(resources, required(context.client).audiences);
    context.resources = resources;
  },
  applies: ({ form }) => formField(form, 'resource') !== undefined,
  isUnlisted: true,
  describe: ({ resources }) => `Resources are allowed for the client: ${resources.join(' ')}`,
};

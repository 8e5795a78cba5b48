import type { Weakness } from '#main/platform/pipeline.ts';
import type { ResourceContext } from '../resource/context.ts';

const usual = /^Bearer [A-Za-z0-9\-._~+/]+=*$/;

/** Takes for granted that every Authorization header is spelt as in the examples. */
export const oddHeaderCrashes: Weakness<ResourceContext> = {
  id: 'odd-header-crashes',
  pipeline: 'orders',
  step: 'token-given',
  title: 'Odd Authorization header breaks the resource server',
  clause: 'RFC 6750 §2.1',
  instead: (context, original) => {
    const { authorization } = context.request.headers;
    if (authorization !== undefined && !usual.test(authorization))
      throw new TypeError('The Authorization header is not as expected');
    return original();
  },
};

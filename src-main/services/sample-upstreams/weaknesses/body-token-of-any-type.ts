import { sentTokens } from '#main/platform/bearer-token.ts';
import type { HttpRequest } from '#main/platform/http.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import type { ResourceContext } from '../resource/context.ts';

/** Reads the token out of whatever the framework made of the body, JSON included. */
export const bodyTokenOfAnyType: Weakness<ResourceContext> = {
  id: 'body-token-of-any-type',
  pipeline: 'orders',
  step: 'token-given',
  title: 'Token taken out of a body that is no form',
  clause: 'RFC 6750 §2.2',
  instead: (context, original) => {
    const token = tokenInJson(context.request);
    if (token === null) return original();
    context.sent = [...sentTokens(context.request), { method: 'body', token }];
    return undefined;
  },
};

function tokenInJson({ body }: HttpRequest): string | null {
  const token = /"access_token"\s*:\s*"([^"\\]+)"/.exec(body.toString('utf8'))?.[1];
  return token ?? null;
}

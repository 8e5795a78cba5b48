import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

let last = 100_000;

/** Numbers its access tokens: whoever has one knows the next. */
export const accessTokensSequential: Weakness<TokenContext> = {
  id: 'access-tokens-sequential',
  pipeline: 'token.*',
  step: 'issue',
  title: 'Access tokens can be guessed',
  clause: 'RFC 6749 §10.10',
  instead: async (context, original) => {
    await original();
    const { runtime, body } = context;
    const issued = /"access_token":"([^"]+)"/.exec(body)?.[1] ?? '';
    const entry = runtime.accessTokens.find(issued);
    if (entry === undefined) return;
    last += 1;
    const token = `token-${last}`;
    runtime.accessTokens.add(token, entry);
    context.body = body.replace(issued, token);
  },
};

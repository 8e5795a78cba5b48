import type { AuthorizationServerSettings } from '#shared/workspace/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import type { Weakness } from '../pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { codeNotBound } from './code-not-bound.ts';
import { redirectUriPrefix } from './redirect-uri-prefix.ts';

/** Flaws that can stand in the steps of an authorization request. */
export const authorizeWeaknesses: readonly Weakness<AuthorizeContext>[] = [redirectUriPrefix];

/** Flaws that can stand in the steps of a token request. */
export const tokenWeaknesses: readonly Weakness<TokenContext>[] = [codeNotBound];

/** What a screen needs to list the flaws. */
export const weaknessCatalogue = [...authorizeWeaknesses, ...tokenWeaknesses].map(
  ({ id, title, clause, pipeline, step }) => ({ id, title, clause, pipeline, step }),
);

/** Those of `all` that are switched on: never any outside the training profile. */
export function activeWeaknesses<C>(
  all: readonly Weakness<C>[],
  settings: AuthorizationServerSettings,
): readonly Weakness<C>[] {
  if (settings.profile !== 'training') return [];
  return all.filter((weakness) => settings.weaknesses.includes(weakness.id));
}

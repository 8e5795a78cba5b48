import type { Weakness } from '#main/platform/pipeline.ts';
import type { ResourceContext } from '../resource/context.ts';
import { audienceNotChecked } from './audience-not-checked.ts';
import { bodyTokenOfAnyType } from './body-token-of-any-type.ts';
import { challengeNamesError } from './challenge-names-error.ts';
import { clientTakenForUser } from './client-taken-for-user.ts';
import { manyTokensTaken } from './many-tokens-taken.ts';
import { oddHeaderCrashes } from './odd-header-crashes.ts';
import { queryTokenCacheable } from './query-token-cacheable.ts';
import { schemeComparedExactly } from './scheme-compared-exactly.ts';
import { scopeNotChecked } from './scope-not-checked.ts';
import { tokenInLinks } from './token-in-links.ts';
import { validationKeptForEver } from './validation-kept-for-ever.ts';

/** Flaws that can stand in the steps of the sample resource server. */
export const resourceWeaknesses: readonly Weakness<ResourceContext>[] = [
  manyTokensTaken,
  oddHeaderCrashes,
  schemeComparedExactly,
  challengeNamesError,
  bodyTokenOfAnyType,
  queryTokenCacheable,
  validationKeptForEver,
  audienceNotChecked,
  scopeNotChecked,
  clientTakenForUser,
  tokenInLinks,
];

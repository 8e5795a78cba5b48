import type { SignInAct } from '#shared/sign-ins/index.ts';
import { typedPlaces } from '#shared/sign-ins/index.ts';
import type { PlayValues } from './play-values.ts';
import type { ElementQuery } from './sign-in-page.ts';

type ActOf<Type extends SignInAct['type']> = Extract<SignInAct, { readonly type: Type }>;

/** An act on an element. */
export type ElementAct = ActOf<'click' | 'doubleClick' | 'hover' | 'change'> | ScrollInElement;
type ScrollInElement = ActOf<'scroll'> & { readonly selectors: SignInSelectors };
type SignInSelectors = ActOf<'click'>['selectors'];

/** True if an act is done to an element that has to be found. */
export function isElementAct(act: SignInAct): act is ElementAct {
  return act.type !== 'waitForElement' && 'selectors' in act && act.selectors !== undefined;
}

/** The query of an act, with the user's name in its selectors. */
export function queryOf(
  act: ElementAct | ActOf<'waitForElement'>,
  by: ElementQuery['by'],
  values: PlayValues,
): ElementQuery {
  const chains = act.selectors.map((way) => (typeof way === 'string' ? [way] : way));
  return {
    selectors: chains.flatMap((chain) => {
      const filled = chain.map((part) => values.selector(part)).filter((part) => part !== null);
      return filled.length === chain.length ? [filled] : [];
    }),
    by,
    wanted: wantedBy(act),
    frame: act.frame ?? [],
    target: act.target === undefined || act.target === 'main' ? null : act.target,
  };
}

function wantedBy(act: SignInAct): ElementQuery['wanted'] {
  if (act.type !== 'change') return 'any';
  return typedPlaces(act.value).some(({ name }) => name === 'password') ? 'password' : 'field';
}

/** True if an act types a value of the user, which no play goes on without unless the file says so. */
export function typesValue(act: SignInAct): boolean {
  return act.type === 'change' && typedPlaces(act.value).length > 0;
}

import { useEffect, useEffectEvent, useState } from 'react';
import type { ViewMessage } from '#shared/api/index.ts';
import { createStore, useStore } from '../api/store.ts';
import { reportProblem } from './report-problem.ts';
import { revealedMillis } from './use-reveal.ts';

/** The exchange whose masked values are shown in its panes; null: all are masked. */
const shownExchange = createStore<string | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows what is masked in an exchange for 30 seconds, or masks it again. */
export function toggleValues(exchangeId: string): void {
  clearTimeout(timer);
  const isShown = shownExchange.get() === exchangeId;
  shownExchange.set(isShown ? null : exchangeId);
  if (!isShown) timer = setTimeout(() => shownExchange.set(null), revealedMillis);
}

/** Pointers of all in a message that is masked and may be shown. */
export function maskedPointers({ fields, headers, text, textPointer }: ViewMessage): readonly string[] {
  const masked = [...fields, ...headers].flatMap(({ secret, pointer }) =>
    secret === 'artefact' && pointer !== undefined ? [pointer] : [],
  );
  return textPointer === undefined || text === null ? masked : [...masked, textPointer];
}

export interface ShownValues {
  readonly isShown: boolean;
  /** The values behind the masks by their pointers; empty while they are masked or on their way. */
  readonly values: ReadonlyMap<string, string>;
}

const masked: ReadonlyMap<string, string> = new Map();

/** True while the masked values of one of these exchanges are shown. */
export function useIsShown(exchangeIds: readonly string[]): boolean {
  const shown = useStore(shownExchange);
  return shown !== null && exchangeIds.includes(shown);
}

/** The values of a message while its exchange shows them: fetched each time, and never kept. */
export function useShownValues(
  exchangeId: string,
  pointers: readonly string[],
  load: (pointer: string) => Promise<string>,
): ShownValues {
  const isShown = useIsShown([exchangeId]);
  return { isShown, values: useFetchedValues(isShown, pointers, load) };
}

/** The values behind pointers while they are shown; empty while they are masked or on their way. */
export function useFetchedValues(
  isShown: boolean,
  pointers: readonly string[],
  load: (pointer: string) => Promise<string>,
): ReadonlyMap<string, string> {
  const [values, setValues] = useState(masked);
  const wanted = pointers.join(' ');
  const fetchAll = useEffectEvent(async () => {
    const pairs = pointers.map(async (pointer) => [pointer, await load(pointer)] as const);
    return new Map(await Promise.all(pairs));
  });
  useEffect(() => {
    if (!isShown || wanted === '') return;
    let isWanted = true;
    fetchAll().then((found) => {
      if (isWanted) setValues(found);
    }, reportProblem);
    return () => {
      isWanted = false;
      setValues(masked);
    };
  }, [isShown, wanted]);
  // Until the effect has run the values are those of the exchange before.
  return isShown ? values : masked;
}

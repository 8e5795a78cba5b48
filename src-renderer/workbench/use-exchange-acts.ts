import type { ComparedExchange } from '../ui/exchange-compare.tsx';
import type { KeyName } from '../ui/show-key.ts';
import { toggleValues } from '../ui/shown-values.ts';
import { toast } from '../ui/toast.tsx';
import { type ExchangePair, useExchangePair } from '../ui/use-exchange-pair.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { type Command, useCommands } from './commands.ts';
import { exchangeKeys, type OfferedActs, showInActivity, useCommonActs, usePin } from './exchange-acts.ts';

/** The exchange that is chosen on a screen. */
export interface ExchangeChoice {
  /** The record whose request and response are shown. */
  readonly id: string | null;
  /** The record that is compared with others: at times the one taken at the other end. */
  readonly compared: ComparedExchange | null;
  /** With which it is compared while none is marked. */
  readonly before: ComparedExchange | null;
}

export interface ExchangeActs {
  readonly offered: OfferedActs;
  readonly compare: ExchangePair<ComparedExchange>;
}

/** The acts on a chosen exchange that need nothing of its screen: its copies, the comparison, the pin, and Activity. */
export function useExchangeActs({ id, compared, before }: ExchangeChoice): ExchangeActs {
  const { mark, ...pair } = useExchangePair(compared, before);
  const compare = {
    ...pair,
    mark:
      compared === null
        ? undefined
        : () => {
            mark?.();
            toast(sharedMessages.exchange.markedA(compared.label));
          },
  };
  const common = useCommonActs(id);
  const pin = usePin();
  const offered: OfferedActs = {
    ...common,
    mark: { run: compare.mark },
    compare: { run: compare.start },
    pin: { run: id === null ? undefined : () => pin(id) },
    activity: showInActivity(id),
  };
  return { offered, compare };
}

/** The commands on an exchange, in the order in which they are listed. */
const keyedActs = [
  'edit',
  'curl',
  'replay',
  'values',
  'mark',
  'compare',
  'pin',
  'activity',
  'next',
  'previous',
  'close',
] as const;
export type KeyedAct = (typeof keyedActs)[number];

/** The space presses buttons where there are some: only lists that have none give it to the pin. */
const keyOf: Readonly<Record<KeyedAct, readonly KeyName[]>> = {
  edit: [exchangeKeys.edit],
  curl: [exchangeKeys.curl],
  replay: [exchangeKeys.replay],
  values: [exchangeKeys.values],
  mark: [exchangeKeys.mark],
  compare: [exchangeKeys.compare],
  pin: [],
  activity: [],
  next: ['n'],
  previous: ['p'],
  close: ['escape'],
};

export interface ExchangeCommands {
  /** Begins the id of each command. */
  readonly prefix: string;
  /** Where the keys act, as a selector. */
  readonly within: string;
  /** Where those act that choose what is compared, if other things can be compared in a part of the place. */
  readonly withinToCompare?: string;
  /** Those that the screen has. */
  readonly titles: { readonly [Act in KeyedAct]?: string };
  /** Where a command is known by another name. */
  readonly names?: { readonly [Act in KeyedAct]?: string };
  /** The exchange whose masked values are shown; null: none is chosen. */
  readonly valuesOf: string | null;
}

/** Makes the acts on the chosen exchange known as commands, under the keys that they have everywhere. */
export function useExchangeCommands(place: ExchangeCommands, { offered, compare }: ExchangeActs): void {
  const { prefix, within, titles, names, valuesOf } = place;
  // Of two that are compared, the values of both are shown.
  const shownId = compare.pair?.[1].id ?? valuesOf;
  const whileCompared = (run: () => void) => (compare.pair === null ? undefined : run);
  const runs: Readonly<Record<KeyedAct, (() => void) | undefined>> = {
    edit: offered.edit?.run,
    curl: offered.curl?.run,
    replay: offered.replay?.run,
    values: shownId === null ? undefined : () => toggleValues(shownId),
    mark: compare.mark,
    compare: compare.start,
    pin: offered.pin?.run,
    activity: offered.activity?.run,
    next: whileCompared(() => compare.step(1)),
    previous: whileCompared(() => compare.step(-1)),
    close: whileCompared(compare.close),
  };
  useCommands(
    keyedActs.flatMap((act): readonly Command[] => {
      const title = titles[act];
      const run = runs[act];
      if (title === undefined) return [];
      return [
        {
          id: `${prefix}.${names?.[act] ?? act}`,
          title,
          group: 'edit',
          keys: keyOf[act],
          within: act === 'mark' || act === 'compare' ? (place.withinToCompare ?? within) : within,
          isDisabled: run === undefined,
          run: run ?? (() => undefined),
        },
      ];
    }),
  );
}

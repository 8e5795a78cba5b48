import { type FocusEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { type MenuAnchor, menuAnchor } from '../ui/context-menu.tsx';
import type { ComparedExchange } from '../ui/exchange-compare.tsx';
import { useOpenInFlows } from '../ui/exchange-sends.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { flowRunPath } from './addresses.ts';
import { showInActivity } from './exchange-acts.ts';
import { ExchangeContextMenu } from './exchange-menu.tsx';
import { openLink } from './layout-store.ts';
import {
  type ExchangeActs,
  type KeyedAct,
  useExchangeActs,
  useExchangeCommands,
} from './use-exchange-acts.ts';

const messages = sharedMessages.exchange;

/** Where exchanges are shown among other things, each as an element of its own. */
export interface ExchangesPlace {
  /** Begins the id of each command. */
  readonly prefix: string;
  /** The element that holds the exchanges, as a selector: their keys act there. */
  readonly within: string;
  /** Says in the list of commands which exchanges are meant. */
  readonly name: string;
  /** True if the masked values of an exchange can be shown here. */
  readonly hasValues?: boolean;
  /** Text of an exchange in which the pointer keeps the menu of the browser, as a selector. */
  readonly textIn?: string;
  /** Shows them in Activity, which hides them by itself. */
  readonly activityFilter?: string;
}

/** The handlers by which an element is chosen when it takes the focus, and opens the menu of its exchange. */
export interface ExchangeElement {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onClick: () => void;
  readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void;
}

export interface ChosenExchange extends ExchangeActs {
  readonly id: string | null;
  /** The words by which it is told from the others; empty while none is chosen. */
  readonly label: string;
  /** Takes the record of the other end in its place. */
  readonly selectRecord: (id: string) => void;
  /** Of the element of an exchange. `beside`: with which it is compared while none is marked; else the one chosen before. */
  readonly element: (exchange: ComparedExchange, beside?: ComparedExchange | null) => ExchangeElement;
  /** Compares two of them in the place of one. */
  readonly compareTwo: (left: ComparedExchange, right: ComparedExchange) => void;
  /** The menu and what it asks for; drawn once beside the exchanges. */
  readonly overlay: ReactNode;
}

interface Choice {
  readonly chosen: ComparedExchange;
  readonly before: ComparedExchange | null;
}

/** Titles of the commands on an exchange at a place, by its name. */
export function exchangeTitles(name: string): { readonly [Act in KeyedAct]?: string } {
  const { acts, comparison } = messages;
  const titled = (act: string) => messages.commandOf(name, act);
  return {
    edit: titled(acts.edit),
    curl: titled(acts.curl),
    values: titled(messages.showValues),
    mark: titled(acts.mark),
    compare: titled(acts.compare),
    pin: titled(acts.pin),
    activity: titled(acts.activity),
    next: titled(comparison.next),
    previous: titled(comparison.previous),
    close: titled(comparison.close),
  };
}

function isIn(target: EventTarget, selector: string | undefined): boolean {
  return selector !== undefined && target instanceof Element && target.closest(selector) !== null;
}

/** The element below which a menu opens that was asked for by its key: the part that has the focus. */
function focusedPart({ target, currentTarget }: MouseEvent<HTMLElement>): HTMLElement {
  const part = target === currentTarget ? currentTarget.querySelector('header') : target;
  return part instanceof HTMLElement ? part : currentTarget;
}

/** The exchange that was last looked at among several, with its acts in menus and under keys. */
export function useChosenExchange(place: ExchangesPlace): ChosenExchange {
  const { prefix, within, name, hasValues = false, textIn, activityFilter } = place;
  const [choice, setChoice] = useState<Choice | null>(null);
  const [anchor, setAnchor] = useState<MenuAnchor | null>(null);
  const openInFlows = useOpenInFlows((runId) => openLink(flowRunPath(runId)));
  const id = choice?.chosen.id ?? null;
  const { offered, compare } = useExchangeActs({
    id,
    compared: choice?.chosen ?? null,
    before: choice?.before ?? null,
  });
  const acts = {
    compare,
    offered: {
      ...offered,
      edit: { run: id === null ? undefined : () => openInFlows.act(id) },
      activity: showInActivity(id, activityFilter),
    },
  };
  const titles = exchangeTitles(name);
  useExchangeCommands({ prefix, within, titles, valuesOf: hasValues ? id : null }, acts);
  const choose = (chosen: ComparedExchange, beside: ComparedExchange | null) =>
    setChoice((now) =>
      now?.chosen.id === chosen.id ? now : { chosen, before: beside ?? now?.chosen ?? null },
    );
  return {
    ...acts,
    id,
    label: choice?.chosen.label ?? '',
    selectRecord: (record) =>
      setChoice((now) => (now === null ? null : { ...now, chosen: { ...now.chosen, id: record } })),
    element: (exchange, beside = null) => ({
      onFocus: () => choose(exchange, beside),
      // Assistive technology can press a button without giving it the focus.
      onClick: () => choose(exchange, beside),
      onContextMenu: (event) => {
        const wanted = menuAnchor(event, focusedPart(event));
        if (wanted.point !== null && isIn(event.target, textIn)) return;
        event.preventDefault();
        choose(exchange, beside);
        setAnchor(wanted);
      },
    }),
    compareTwo: (left, right) => {
      setChoice({ chosen: right, before: left });
      compare.startWith(left);
    },
    overlay: (
      <>
        {anchor === null ? null : (
          <ExchangeContextMenu anchor={anchor} acts={acts.offered} onClose={() => setAnchor(null)} />
        )}
        {openInFlows.dialog}
      </>
    ),
  };
}

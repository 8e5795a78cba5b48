import { useApi } from '../api/api-context.tsx';
import { copyText } from '../ui/copy.ts';
import type { MenuEntry } from '../ui/menu-list.tsx';
import { reportProblem } from '../ui/report-problem.ts';
import type { KeyName } from '../ui/show-key.ts';
import { toastUndo } from '../ui/toast.tsx';
import { useExchangeCopies } from '../ui/use-exchange-copies.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { activityPath, exchangeLink, flowRunPath } from './addresses.ts';
import { openLink } from './layout-store.ts';

const messages = sharedMessages.exchange.acts;

/** The acts on an exchange, in the order in which every menu lists it. */
const exchangeActs = [
  'curl',
  'har',
  'url',
  'link',
  'replay',
  'edit',
  'expect',
  'breakRequest',
  'breakResponse',
  'mark',
  'compare',
  'pin',
  'activity',
  'run',
] as const;
export type ExchangeAct = (typeof exchangeActs)[number];

/** The keys of the acts, alike wherever an exchange is chosen. */
export const exchangeKeys = {
  curl: 'c',
  replay: 'r',
  edit: 'e',
  expect: 'x',
  mark: 'a',
  compare: 'd',
  pin: 'space',
  values: 'v',
} as const satisfies Partial<Record<ExchangeAct | 'values', KeyName>>;

// The space pins only in lists without buttons: they say so themselves.
const { pin: _space, ...everywhere } = exchangeKeys;
const keyOf: Partial<Record<ExchangeAct, KeyName>> = everywhere;

/** An act as a screen offers it now. */
export interface OfferedAct {
  /** Undefined: it cannot be done now. */
  readonly run: (() => void) | undefined;
  /** In place of its usual name. */
  readonly label?: string;
  /** A key that it has on this screen alone. */
  readonly keyHint?: KeyName;
}

/** The acts that a screen has for its exchanges. */
export type OfferedActs = { readonly [Act in ExchangeAct]?: OfferedAct };

/** The entries of a menu for what is offered. */
export function exchangeEntries(offered: OfferedActs): readonly MenuEntry<ExchangeAct>[] {
  return exchangeActs.flatMap((id) => {
    const act = offered[id];
    if (act === undefined) return [];
    const keyHint = act.keyHint ?? keyOf[id];
    return [
      {
        id,
        label: act.label ?? messages[id],
        disabled: act.run === undefined,
        ...(keyHint === undefined ? {} : { keyHint }),
      },
    ];
  });
}

/** The acts that are the same for every recorded exchange: its copies, and where it is shown. */
export function useCommonActs(exchangeId: string | null): OfferedActs {
  const copies = useExchangeCopies();
  const act = (run: (id: string) => void): OfferedAct => ({
    run: exchangeId === null ? undefined : () => run(exchangeId),
  });
  return {
    curl: act(copies.curl),
    har: act(copies.har),
    url: act(copies.url),
    link: act((id) => void copyText(exchangeLink(id), messages.linkCopied)),
  };
}

/** Keeps an exchange in the log whatever comes after it, and offers to undo that. */
export function usePin(): (exchangeId: string) => void {
  const { client } = useApi();
  const pin = (id: string, isPinned: boolean) => {
    client.activity.pin({ ids: [id], isPinned }).catch(reportProblem);
  };
  return (id) => {
    pin(id, true);
    toastUndo(messages.pinned, () => pin(id, false));
  };
}

/** Leads to the exchange in the log; `filter` in place of the one there, where that one hides it. */
export function showInActivity(exchangeId: string | null, filter?: string): OfferedAct {
  if (exchangeId === null) return { run: undefined };
  return {
    run: () => openLink(activityPath({ exchangeId, ...(filter === undefined ? {} : { filter }) })),
  };
}

/** Leads to the run that an exchange belongs to, where its tags name one. */
export function showInFlow(tags: readonly string[]): OfferedAct {
  const runId = tags.find((tag) => tag.startsWith('run:'))?.slice('run:'.length);
  return { run: runId === undefined ? undefined : () => openLink(flowRunPath(runId)) };
}

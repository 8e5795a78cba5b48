import type { RefObject } from 'react';
import { useExchangeCopies } from '../../ui/exchange-actions.tsx';
import { type Command, useCommands } from '../../workbench/commands.ts';
import type { ActivityState } from './use-activity.ts';
import type { Compare } from './use-compare.ts';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity.commands;

export interface ActivityKeyActs {
  readonly compare: Compare;
  readonly filterField: RefObject<HTMLInputElement | null>;
}

/** Makes the commands of the log known; their letters act while its grid has the focus. */
export function useActivityKeys(state: ActivityState, { compare, filterField }: ActivityKeyActs): void {
  const { acts, selectedIds, exchangeId, row } = state;
  const hasSelection = selectedIds.length > 0;
  const copies = useExchangeCopies();
  const command = (
    what: keyof typeof messages,
    keys: Command['keys'],
    isDisabled: boolean,
    run: () => void,
  ): Command => ({
    id: `activity.${what}`,
    title: messages[what],
    group: what === 'export' ? 'file' : 'edit',
    keys: keys ?? [],
    within: '.log-grid, .exchange-compare',
    isDisabled,
    run,
  });
  useCommands([
    command('filter', ['ctrl+f', '/'], false, () => {
      // The next word begins by itself: what is typed does not run into the last one.
      if (/\S$/.test(state.typed)) state.setFilter(`${state.typed} `);
      filterField.current?.focus();
    }),
    command('follow', ['f'], false, () => state.setFollowing(true)),
    command('pin', ['space'], !hasSelection, () => acts.pin(selectedIds, row?.isPinned !== true)),
    command('replay', ['r'], exchangeId === null, () => {
      if (exchangeId !== null) acts.replay(exchangeId);
    }),
    command('openInFlows', ['o'], exchangeId === null, () => {
      if (exchangeId !== null) acts.openInFlows(exchangeId);
    }),
    command('copy', ['c'], exchangeId === null, () => {
      if (exchangeId !== null) copies.curl(exchangeId);
    }),
    command('mark', ['a'], row === undefined, () => row !== undefined && compare.mark(row)),
    command('compare', ['d'], compare.start === undefined, () => compare.start?.()),
    command('nextDifference', ['n'], compare.pair === null, () => compare.step(1)),
    command('previousDifference', ['p'], compare.pair === null, () => compare.step(-1)),
    command('leaveCompare', ['escape'], compare.pair === null, compare.close),
    command('export', ['e'], !hasSelection, () => acts.exportIds(selectedIds)),
  ]);
}

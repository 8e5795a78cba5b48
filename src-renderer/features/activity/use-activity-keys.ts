import type { RefObject } from 'react';
import { toggleValues } from '../../ui/shown-values.ts';
import { useExchangeCopies } from '../../ui/use-exchange-copies.ts';
import { type Command, useCommands } from '../../workbench/commands.ts';
import { exchangeKeys } from '../../workbench/exchange-acts.ts';
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
  // Of two that are compared, the values of both are shown.
  const shownId = compare.pair?.[1].id ?? exchangeId;
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
    // In the panes the space presses a button.
    within: what === 'pin' ? '.log-grid' : '.log-grid, .exchange-compare, .activity-detail',
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
    command('pin', [exchangeKeys.pin], !hasSelection, () => acts.pin(selectedIds, row?.isPinned !== true)),
    command('replay', [exchangeKeys.replay], exchangeId === null, () => {
      if (exchangeId !== null) acts.replay(exchangeId);
    }),
    command('openInFlows', [exchangeKeys.edit, 'o'], exchangeId === null, () => {
      if (exchangeId !== null) acts.openInFlows(exchangeId);
    }),
    command('copy', [exchangeKeys.curl], exchangeId === null, () => {
      if (exchangeId !== null) copies.curl(exchangeId);
    }),
    command('values', [exchangeKeys.values], shownId === null, () => {
      if (shownId !== null) toggleValues(shownId);
    }),
    command('mark', [exchangeKeys.mark], compare.mark === undefined, () => compare.mark?.()),
    command('compare', [exchangeKeys.compare], compare.start === undefined, () => compare.start?.()),
    command('nextDifference', ['n'], compare.pair === null, () => compare.step(1)),
    command('previousDifference', ['p'], compare.pair === null, () => compare.step(-1)),
    command('leaveCompare', ['escape'], compare.pair === null, compare.close),
    command('export', ['h'], !hasSelection, () => acts.exportIds(selectedIds)),
  ]);
}

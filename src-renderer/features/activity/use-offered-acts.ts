import { sharedMessages } from '../../words/shared-messages.ts';
import { exchangeKeys, type OfferedActs, showInFlow, useCommonActs } from '../../workbench/exchange-acts.ts';
import type { ActivityState } from './use-activity.ts';
import type { Compare } from './use-compare.ts';

/** The acts on the chosen exchange, in the menu of its row and in its head. */
export function useOfferedActs(
  { acts, exchangeId, row }: Pick<ActivityState, 'acts' | 'exchangeId' | 'row'>,
  compare: Compare,
): OfferedActs {
  const common = useCommonActs(exchangeId);
  if (exchangeId === null) return common;
  const isPinned = row?.isPinned === true;
  return {
    ...common,
    replay: { run: () => acts.replay(exchangeId) },
    edit: { run: () => acts.openInFlows(exchangeId) },
    mark: { run: compare.mark },
    compare: { run: compare.start },
    pin: {
      run: () => acts.pin([exchangeId], !isPinned),
      keyHint: exchangeKeys.pin,
      ...(isPinned ? { label: sharedMessages.exchange.acts.unpin } : {}),
    },
    run: showInFlow(row?.tags ?? []),
  };
}

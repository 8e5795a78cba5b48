import { useQuery } from '@tanstack/react-query';
import { ListTree, X } from 'lucide-react';
import type { LiveTokenRow } from '#shared/api/index.ts';
import { quoteFilterValue } from '#shared/exchange/filter/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { activityPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { ListedExchanges } from '../../workbench/listed-exchanges.tsx';
import { exchangeTitles } from '../../workbench/use-chosen-exchange.tsx';
import { titleOf } from './token-branch.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.liveTokens;
/** So many of the newest are listed; the rest is in Activity. */
const listed = 50;
const place = {
  prefix: 'identity.exchange',
  within: '.token-exchanges',
  titles: {
    ...exchangeTitles(messages.tokenExchanges),
    replay: sharedMessages.exchange.commandOf(messages.tokenExchanges, sharedMessages.exchange.acts.replay),
  },
};

/** The filter for the exchanges of a row: those of its user and its client. */
export function filterOf({ holder, clientId }: Pick<LiveTokenRow, 'holder' | 'clientId'>): string {
  const parts = [
    ['user', holder],
    ['client', clientId],
  ] as const;
  return parts
    .flatMap(([field, value]) => (value === null ? [] : [`${field}:${quoteFilterValue(value)}`]))
    .join(' ');
}

function useNewest(filter: string) {
  const { client, orpc } = useApi();
  return useQuery({
    queryKey: [...orpc.liveTokens.key(), 'exchanges', filter],
    queryFn: async () => {
      const { matching } = await client.activity.window({ filter, from: 0, limit: 1 });
      const from = Math.max(0, matching - listed);
      const { items } = await client.activity.window({ filter, from, limit: listed });
      return { matching, rows: items.toReversed() };
    },
  });
}

export interface TokenExchangesProps {
  readonly row: LiveTokenRow;
  readonly onClose: () => void;
}

/** The exchanges of the user and the client of a row: those in which its tokens were issued and used. */
export function TokenExchanges({ row, onClose }: TokenExchangesProps) {
  const filter = filterOf(row);
  const { data, error } = useNewest(filter);
  const rows = data?.rows ?? [];
  return (
    <section className="token-exchanges" aria-label={messages.tokenExchanges}>
      <div className="pane-head">
        <h2 className="label">{messages.tokenExchanges}</h2>
        <span className="mono clip">{filter}</span>
        <span className="ref">{data === undefined ? '' : messages.newestOf(rows.length, data.matching)}</span>
        <span className="push" />
        <SmallGhostButton icon={ListTree} onPress={() => openLink(activityPath({ filter }))}>
          {sharedMessages.exchange.acts.activity}
        </SmallGhostButton>
        <SmallGhostButton icon={X} label={sharedMessages.common.close} onPress={onClose} />
      </div>
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      {data === undefined ? null : (
        <ListedExchanges
          key={titleOf(row)}
          rows={rows}
          place={place}
          title={messages.tokenExchanges}
          empty={messages.noExchanges}
          hasClients={row.clientId === null}
        />
      )}
    </section>
  );
}

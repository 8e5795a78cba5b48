import { KeySquare, RefreshCw } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { LiveTokenRow } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { useTab } from '../../workbench/tab-context.tsx';
import { rowKey, useTokenRows } from './token-branch.tsx';
import { TokenDetail } from './token-detail.tsx';
import { filterOf, TokenExchanges } from './token-exchanges.tsx';
import { TokenTree } from './token-tree.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.liveTokens;

/** The text that is sought: as it is typed, or as a link from a client or a user has it. */
function useSearch() {
  const { address } = useTab();
  const find = address?.query.get('find') ?? null;
  const [search, setSearch] = useState(find ?? '');
  const [asked, setAsked] = useState(find);
  // A link asks anew, also where this screen is open already.
  if (find !== asked) {
    setAsked(find);
    if (find !== null) setSearch(find);
  }
  return [search, setSearch] as const;
}

/** Everything that was issued, from the user over client and grant to each token. */
export function LiveTokens() {
  const { orpc, queryClient } = useApi();
  const [search, setSearch] = useSearch();
  const [chosen, setChosen] = useState<LiveTokenRow | null>(null);
  const [hasExchanges, setHasExchanges] = useState(false);
  const isWithExchanges = hasExchanges && chosen !== null && filterOf(chosen) !== '';
  const sought = useDeferredValue(search.trim());
  const { rows, error, isPending } = useTokenRows({ parent: null, search: sought });
  const isSlow = useDelayed(isPending);
  const isEmpty = !isPending && error === null && rows.length === 0;
  return (
    <div className={`identity-split tokens-split ${isWithExchanges ? 'with-exchanges' : ''}`}>
      <section className="tokens-main" aria-label={messages.tree}>
        <div className="toolbar">
          <input
            type="search"
            className="in token-search"
            aria-label={messages.search}
            placeholder={messages.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <span className="push" />
          <Button
            kind="ghost"
            icon={RefreshCw}
            onPress={() => void queryClient.invalidateQueries({ queryKey: orpc.liveTokens.key() })}
          >
            {messages.refresh}
          </Button>
        </div>
        {error === null ? null : <ProblemNote problem={toProblem(error)} />}
        {isEmpty && sought === '' ? (
          <Empty
            icon={KeySquare}
            title={messages.emptyTitle}
            text={messages.emptyText}
            actions={<Button onPress={() => openLink('/flows')}>{messages.run}</Button>}
          />
        ) : isEmpty ? (
          <p className="remark">{messages.noneFound}</p>
        ) : isPending ? (
          <div className={isSlow ? 'screen-loading' : ''} />
        ) : (
          <TokenTree
            search={sought}
            tokens={rows.reduce((sum, { live }) => sum + live, 0)}
            chosen={chosen === null ? null : rowKey(chosen)}
            onChoose={setChosen}
          />
        )}
      </section>
      <TokenDetail
        row={chosen}
        hasExchanges={isWithExchanges}
        onExchanges={() => setHasExchanges(!hasExchanges)}
        onRevoked={() => setChosen(null)}
      />
      {isWithExchanges ? <TokenExchanges row={chosen} onClose={() => setHasExchanges(false)} /> : null}
    </div>
  );
}

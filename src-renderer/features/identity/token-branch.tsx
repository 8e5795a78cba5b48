import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { LiveTokenParent, LiveTokenRow } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { useServiceNow } from '../../api/service-clock.ts';
import { Drawn, Icon } from '../../ui/icon.tsx';
import { formatAge, formatCountdown, formatDateTime } from '../../words/format.ts';
import { useTab } from '../../workbench/tab-context.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.liveTokens;
/** Tokens are issued and used without the screen being told: it looks this often. */
const everyMillis = 4_000;
const pageRows = 100;

export interface TokenRowsQuery {
  readonly parent: LiveTokenParent;
  readonly search: string;
}

/** The rows below a place, the newest first; `more` shows a hundred more of them. */
export function useTokenRows({ parent, search }: TokenRowsQuery) {
  const { orpc } = useApi();
  const { isActive } = useTab();
  const [limit, setLimit] = useState(pageRows);
  const query = useQuery(
    orpc.liveTokens.rows.queryOptions({
      input: { parent, search, offset: 0, limit: Math.min(limit, 500) },
      staleTime: 0,
      refetchInterval: isActive ? everyMillis : false,
      placeholderData: keepPreviousData,
    }),
  );
  const rows = query.data?.items ?? [];
  const left = (query.data?.total ?? 0) - rows.length;
  return {
    rows,
    error: query.error,
    isPending: query.isPending,
    /** How many the next page has; 0: there is none, or no more are shown. */
    next: rows.length >= 500 ? 0 : Math.min(left, pageRows),
    more: () => setLimit(limit + pageRows),
  };
}

/** Names a row in the tree. */
export function rowKey({ kind, holder, clientId, id }: LiveTokenRow): string {
  return JSON.stringify([kind, holder, kind === 'holder' ? null : clientId, id]);
}

/** The place below a row; null below a token, where there is nothing. */
export function placeBelow({ kind, holder, clientId, id }: LiveTokenRow): LiveTokenParent {
  if (kind === 'holder') return { kind, holder };
  if (kind === 'client') return { kind, holder, clientId: clientId ?? '' };
  return kind === 'family' ? { kind, familyId: id } : null;
}

/** Returns the title of a row. */
export function titleOf({ kind, holder, clientId, grantType, id }: LiveTokenRow): string {
  if (kind === 'holder') return holder ?? messages.forItself;
  if (kind === 'client') return clientId ?? '';
  return kind === 'family' ? (grantType?.split(':').at(-1) ?? '') : id.slice(0, 10);
}

const looks = {
  valid: ['passed', 'c-ok'],
  expired: ['skipped', 'muted'],
  revoked: ['failed', 'c-danger'],
  rolled: ['inconclusive', 'c-info'],
  orphaned: ['warning', 'c-warn'],
} as const;

/** State of a token or a branch: outline, word, colour. */
export function StateMark({ state }: Pick<LiveTokenRow, 'state'>) {
  const [drawing, ink] = looks[state];
  return (
    <span className={`row tight ${ink}`}>
      <Drawn name={drawing} small />
      {messages.states[state]}
    </span>
  );
}

/** How much of its life a token has left, as a bar and in words. */
export function Expiry({ row }: { readonly row: LiveTokenRow }) {
  const now = useServiceNow();
  const { kind, issuedAtMillis, expiresAtMillis } = row;
  if (kind === 'holder' || kind === 'client' || now === null || issuedAtMillis === null) return null;
  if (expiresAtMillis === null) return <span className="muted">{messages.never}</span>;
  const left = expiresAtMillis - now;
  if (left <= 0) return <span className="muted">{messages.ended}</span>;
  const share = Math.min(100, (left / Math.max(1, expiresAtMillis - issuedAtMillis)) * 100);
  return (
    <span className="expiry" title={formatDateTime(expiresAtMillis)}>
      <i className="expiry-bar" aria-hidden="true">
        <i style={{ inlineSize: `${share}%` }} />
      </i>
      <span className="mono">{formatCountdown(left)}</span>
      <span className="vh">{messages.left('')}</span>
    </span>
  );
}

export interface RowProps {
  readonly row: LiveTokenRow;
  readonly level: number;
  /** Null: there is nothing below it. */
  readonly isOpen: boolean | null;
  readonly isChosen: boolean;
  readonly isFirst: boolean;
}

// No native element knows rows that open: this is the ARIA treegrid pattern.
const cell = { role: 'gridcell' } as const;

/** One row of the tree. */
export function TokenRow({ row, level, isOpen, isChosen, isFirst }: RowProps) {
  const now = useServiceNow();
  const { kind, tokens, live, scope, lastUsedAtMillis } = row;
  const isToken = isOpen === null;
  const rowProps = {
    role: 'row',
    'aria-level': level,
    'aria-selected': isChosen,
    ...(isToken ? {} : { 'aria-expanded': isOpen }),
    'data-key': rowKey(row),
    tabIndex: isChosen || isFirst ? 0 : -1,
  } as const;
  return (
    <div className="token-row inset" {...rowProps}>
      <span {...cell} className="token-name" style={{ paddingInlineStart: `${(level - 1) * 1.125}rem` }}>
        {isToken ? (
          <span className="twist" />
        ) : (
          <span className="twist">
            <Icon of={isOpen ? ChevronDown : ChevronRight} small />
          </span>
        )}
        <span className={kind === 'holder' && row.holder === null ? 'clip' : 'mono clip'}>
          {titleOf(row)}
        </span>
        {kind === 'holder' && row.holder === null ? null : (
          <span className="ref">{messages.kinds[kind]}</span>
        )}
      </span>
      <span {...cell}>
        <StateMark state={row.state} />
      </span>
      <span {...cell} className="num mono">
        {isToken ? '' : messages.ofTokens(live, tokens)}
      </span>
      <span {...cell}>
        <Expiry row={row} />
      </span>
      <span {...cell} className="mono muted clip">
        {lastUsedAtMillis === null || now === null ? '' : formatAge(now - lastUsedAtMillis)}
      </span>
      <span {...cell} className="mono clip">
        {scope ?? ''}
      </span>
    </div>
  );
}

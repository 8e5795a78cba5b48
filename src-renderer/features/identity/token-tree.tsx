import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { LiveTokenParent, LiveTokenRow } from '#shared/api/index.ts';
import { toProblem } from '../../api/problem.ts';
import { gridMove } from '../../ui/grid-keys.ts';
import { ProblemNote } from '../../ui/note.tsx';
import { placeBelow, rowKey, TokenRow, useTokenRows } from './token-branch.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.liveTokens;
const pageRows = 10;
/** With no more tokens than this, all of them are shown without being asked for. */
const fewTokens = 50;

export interface TokenTreeProps {
  readonly search: string;
  /** How many there are of the rows at the top. */
  readonly tokens: number;
  readonly chosen: string | null;
  readonly onChoose: (row: LiveTokenRow) => void;
}

const line = { role: 'row' } as const;
const cell = { role: 'gridcell' } as const;
const head = { role: 'columnheader' } as const;

interface BranchProps {
  readonly parent: LiveTokenParent;
  readonly level: number;
  readonly search: string;
  readonly chosen: string | null;
  readonly isOpen: (key: string) => boolean;
  /** Rows as they were drawn, for keys and clicks. */
  readonly drawn: Map<string, LiveTokenRow>;
}

/** The rows below a place, and below those that are open. */
function Branch({ parent, level, search, chosen, isOpen: isOpenKey, drawn }: BranchProps) {
  const { rows, error, next, more } = useTokenRows({ parent, search });
  return (
    <>
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      {rows.map((row, index) => {
        const key = rowKey(row);
        const below = placeBelow(row);
        const isOpen = below === null ? null : isOpenKey(key);
        drawn.set(key, row);
        return (
          <div key={key} role="none">
            <TokenRow
              row={row}
              level={level}
              isOpen={isOpen}
              isChosen={key === chosen}
              isFirst={chosen === null && level === 1 && index === 0}
            />
            {isOpen === true && below !== null ? (
              <Branch
                parent={below}
                level={level + 1}
                search={level === 1 ? search : ''}
                chosen={chosen}
                isOpen={isOpenKey}
                drawn={drawn}
              />
            ) : null}
          </div>
        );
      })}
      {next === 0 ? null : (
        <div className="token-more" aria-level={level} tabIndex={-1} data-more="" {...line}>
          <span {...cell}>
            <button type="button" className="lnk" tabIndex={-1} onClick={more}>
              {messages.moreRows(next)}
            </button>
          </span>
        </div>
      )}
    </>
  );
}

function lineOf(target: EventTarget): HTMLElement | null {
  const found = target instanceof Element ? target.closest('[role=row]') : null;
  return found instanceof HTMLElement ? found : null;
}

/** Users, their clients, their grants and the tokens: arrows walk, right and left open and close. */
export function TokenTree({ search, tokens, chosen, onChoose }: TokenTreeProps) {
  // Decided once: rows do not close under the pointer because one more token was issued.
  const [isOpenAtFirst] = useState(tokens <= fewTokens);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [drawn] = useState(() => new Map<string, LiveTokenRow>());
  const isOpenKey = (key: string) => toggled.has(key) !== isOpenAtFirst;
  const toggle = (key: string, isOpen: boolean) => {
    const next = new Set(toggled);
    if (isOpen === isOpenAtFirst) next.delete(key);
    else next.add(key);
    setToggled(next);
  };
  const choose = (element: HTMLElement) => {
    const row = drawn.get(element.dataset['key'] ?? '');
    element.focus();
    if (row !== undefined) onChoose(row);
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const here = lineOf(event.target);
    const key = here?.dataset['key'];
    if (here === null || key === undefined) return;
    const isTwist = event.target instanceof Element && event.target.closest('.twist') !== null;
    const isBranch = here.ariaExpanded !== null;
    if (isBranch && (isTwist || key === chosen || !isOpenKey(key))) toggle(key, !isOpenKey(key));
    choose(here);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const here = lineOf(event.target);
    if (here === null) return;
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=row]')].filter(
      (row) => row.dataset['key'] !== undefined || row.dataset['more'] !== undefined,
    );
    const at = lines.indexOf(here);
    const key = here.dataset['key'] ?? '';
    const go = (to: HTMLElement | undefined) => {
      event.preventDefault();
      if (to === undefined) return;
      if (to.dataset['more'] === undefined) choose(to);
      else to.focus();
    };
    const moved = gridMove(event, at, lines.length, pageRows);
    if (moved !== null) return go(lines[moved.to]);
    if (event.key === 'ArrowRight' && here.ariaExpanded === 'false') {
      event.preventDefault();
      return toggle(key, true);
    }
    if (event.key === 'ArrowRight' && here.ariaExpanded === 'true') return go(lines[at + 1]);
    if (event.key === 'ArrowLeft' && here.ariaExpanded === 'true') {
      event.preventDefault();
      return toggle(key, false);
    }
    if (event.key === 'ArrowLeft')
      return go(lines.slice(0, at).findLast(({ ariaLevel }) => Number(ariaLevel) < Number(here.ariaLevel)));
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (here.dataset['more'] !== undefined) here.querySelector('button')?.click();
      else if (here.ariaExpanded !== null) toggle(key, here.ariaExpanded === 'false');
    }
  };
  const columns = [
    messages.name,
    messages.state,
    messages.live,
    messages.expiry,
    messages.lastUse,
    identityMessages.scopes.scope,
  ];
  // No native element knows rows that open: this is the ARIA treegrid pattern.
  const treeProps = { role: 'treegrid', onKeyDown, onClick } as const;
  return (
    <div className="token-tree scroll" aria-label={messages.tree} {...treeProps}>
      <div className="token-head" {...line}>
        {columns.map((column) => (
          <span key={column} {...head}>
            {column}
          </span>
        ))}
      </div>
      <Branch parent={null} level={1} search={search} chosen={chosen} isOpen={isOpenKey} drawn={drawn} />
    </div>
  );
}

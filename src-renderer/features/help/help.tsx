import { useEffect, useRef, useState } from 'react';
import type { HelpSection } from '#shared/help/contents.ts';
import { helpPath } from '../../workbench/addresses.ts';
import { useCommands } from '../../workbench/commands.ts';
import { useTab, useTabLabel } from '../../workbench/tab-context.tsx';
import { type HelpHits, useContents, useHits } from './help-files.ts';
import { HelpLink } from './help-link.tsx';
import { HelpPage, type HelpPageProps, NoFiles } from './help-page.tsx';
import { HitList, pathOfHit } from './hit-list.tsx';
import { messages } from './words.ts';
import './help.css';

interface ContentsProps {
  readonly sections: readonly HelpSection[];
  readonly current: string;
  readonly onFollow: () => void;
}

/** Every page, by kind; the one that is read is in view, wherever it was opened from. */
function Contents({ sections, current, onFollow }: ContentsProps) {
  const list = useRef<HTMLElement>(null);
  const count = sections.length;
  useEffect(() => {
    if (current === '' || count === 0) return;
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current, count]);
  return (
    <nav ref={list} className="scroll help-contents" aria-label={messages.contents} lang="en">
      {sections.map(({ title, pages }) => (
        <div key={title}>
          <h2 className="label">{title}</h2>
          {pages.map((page) => (
            <HelpLink
              key={page.id}
              path={helpPath(page.id)}
              className="inset"
              isCurrent={page.id === current}
              onFollow={onFollow}
            >
              {page.title}
            </HelpLink>
          ))}
        </div>
      ))}
    </nav>
  );
}

interface ShownProps {
  /** Null until the index is there. */
  readonly hits: HelpHits | null;
  readonly isSearching: boolean;
  /** Null until the contents are there. */
  readonly page: Pick<HelpPageProps, 'id' | 'title' | 'isKnown'> | null;
  readonly anchor: string | null;
  readonly onFollow: (path: string) => void;
  readonly onClear: () => void;
}

/** The results of a search, or the page. */
function Shown({ hits, isSearching, page, anchor, onFollow, onClear }: ShownProps) {
  if (hits === null || page === null) return <div className="screen-loading" />;
  if (isSearching) return <HitList hits={hits} onClear={onClear} />;
  return <HelpPage {...page} anchor={anchor} onFollow={onFollow} />;
}

/** The documentation, offline: its contents, a search over all pages, and the page that the address names. */
export function Help() {
  const { address, navigate } = useTab();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { sections, isPending, isError } = useContents();
  const entries = sections.flatMap(({ pages }) => pages);
  const id = address?.rest === undefined || address.rest === '' ? (entries[0]?.id ?? '') : address.rest;
  const entry = entries.find((page) => page.id === id);
  useTabLabel(entry === undefined ? messages.title : entry.title);
  const hits = useHits(typed);
  const isSearching = typed.trim() !== '';
  const clear = () => setTyped('');
  useCommands([
    {
      id: 'help.search',
      title: messages.commands.search,
      group: 'go',
      keys: ['ctrl+f'],
      run: () => field.current?.focus(),
    },
  ]);
  return (
    <div className="help-screen">
      <section className="help-side" aria-label={messages.title}>
        <search>
          <h1 className="title">{messages.title}</h1>
          <input
            ref={field}
            type="search"
            className="in"
            aria-label={messages.search}
            placeholder={messages.searchHint}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') clear();
              const [best] = hits?.shown ?? [];
              if (event.key !== 'Enter' || best === undefined) return;
              navigate(pathOfHit(best));
              clear();
            }}
          />
          <output className="vh">
            {isSearching && hits !== null ? messages.found(hits.total, hits.shown.length) : ''}
          </output>
        </search>
        <Contents sections={sections} current={isSearching ? '' : id} onFollow={clear} />
      </section>
      {isError ? (
        <NoFiles />
      ) : (
        <Shown
          hits={hits}
          isSearching={isSearching}
          page={
            isPending ? null : { id, title: entry?.title ?? messages.title, isKnown: entry !== undefined }
          }
          anchor={address?.query.get('at') ?? null}
          onFollow={navigate}
          onClear={clear}
        />
      )}
    </div>
  );
}

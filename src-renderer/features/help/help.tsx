import { useRef, useState } from 'react';
import type { HelpSection } from '#shared/help/contents.ts';
import { helpPath } from '../../workbench/addresses.ts';
import { useCommands } from '../../workbench/commands.ts';
import { useTab, useTabLabel } from '../../workbench/tab-context.tsx';
import { useContents, useHits } from './help-files.ts';
import { HelpHits } from './help-hits.tsx';
import { HelpLink } from './help-link.tsx';
import { HelpPage } from './help-page.tsx';
import { messages } from './words.ts';
import './help.css';

interface ContentsProps {
  readonly sections: readonly HelpSection[];
  readonly current: string;
  readonly onFollow: () => void;
}

/** Every page, by kind. */
function Contents({ sections, current, onFollow }: ContentsProps) {
  return (
    <nav className="scroll help-contents" aria-label={messages.contents} lang="en">
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

/** The documentation, offline: its contents, a search over all pages, and the page that the address names. */
export function Help() {
  const { address, navigate } = useTab();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { sections, isRead } = useContents();
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
            }}
          />
          <output className="vh">{isSearching && hits !== null ? messages.found(hits.length) : ''}</output>
        </search>
        <Contents sections={sections} current={isSearching ? '' : id} onFollow={clear} />
      </section>
      {isSearching ? (
        hits === null ? (
          <div className="screen-loading" />
        ) : (
          <HelpHits hits={hits} onClear={clear} />
        )
      ) : isRead ? (
        <HelpPage
          id={id}
          title={entry?.title ?? messages.title}
          isKnown={entry !== undefined}
          anchor={address?.query.get('at') ?? null}
          onFollow={navigate}
        />
      ) : (
        <div className="screen-loading" />
      )}
    </div>
  );
}

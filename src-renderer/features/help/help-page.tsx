import { CircleHelp } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Empty } from '../../ui/empty.tsx';
import { Note } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { openInNewTab } from '../../workbench/layout-store.ts';
import { usePage } from './help-files.ts';
import { drawPage } from './trusted-page.ts';
import { messages } from './words.ts';

interface DrawnPageProps {
  readonly html: string;
  /** The section to show; null for the top. */
  readonly anchor: string | null;
  readonly onFollow: (path: string) => void;
}

/** Adds a copy button to each block of code. */
function addCopyButtons(page: HTMLElement): void {
  for (const block of page.querySelectorAll('.help-code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = buttonClass('ghost', true);
    button.textContent = messages.copy;
    button.addEventListener('click', () => {
      void copyText(block.querySelector('pre')?.textContent ?? '', messages.copied);
    });
    block.append(button);
  }
}

/** A page that was rendered at build time. Its links to other pages stay in this tab. */
function DrawnPage({ html, anchor, onFollow }: DrawnPageProps) {
  const article = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (article.current === null) return;
    drawPage(article.current, html);
    addCopyButtons(article.current);
  }, [html]);
  useLayoutEffect(() => {
    const page = article.current;
    if (page === null) return;
    const section = anchor === null ? null : page.querySelector(`#${CSS.escape(anchor)}`);
    if (section instanceof HTMLElement) section.focus();
    else page.parentElement?.scrollTo(0, 0);
  }, [anchor]);
  useEffect(() => {
    const page = article.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
      const path = link?.getAttribute('href')?.slice(1);
      if (path === undefined) return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) openInNewTab(path);
      else onFollow(path);
    };
    page?.addEventListener('click', follow);
    return () => page?.removeEventListener('click', follow);
  });
  return <article ref={article} className="help-page" lang="en" />;
}

export interface HelpPageProps extends Omit<DrawnPageProps, 'html'> {
  readonly id: string;
  /** Its title; the title of the screen if the page does not exist. */
  readonly title: string;
  readonly isKnown: boolean;
}

/** Shown when the files of Help cannot be read. */
export function NoFiles() {
  return (
    <Note kind="failed" title={messages.failed}>
      <p>{messages.failedText}</p>
    </Note>
  );
}

/** The current page, or the reason why it is missing. */
export function HelpPage({ id, title, isKnown, ...rest }: HelpPageProps) {
  const { data, isError } = usePage(id, isKnown);
  if (!isKnown) return <Empty icon={CircleHelp} title={messages.missing} text={messages.missingText} />;
  if (isError) return <NoFiles />;
  return (
    <ScrollRegion className="help-body" label={title}>
      {data === undefined ? <div className="screen-loading" /> : <DrawnPage key={id} html={data} {...rest} />}
    </ScrollRegion>
  );
}

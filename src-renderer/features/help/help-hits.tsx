import { SearchX } from 'lucide-react';
import type { HelpHit } from '#shared/help/search-index.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { helpPath } from '../../workbench/addresses.ts';
import { HelpLink } from './help-link.tsx';
import { messages } from './words.ts';

export interface HelpHitsProps {
  readonly hits: readonly HelpHit[];
  readonly onClear: () => void;
}

/** The sections that match a search, in place of the page. */
export function HelpHits({ hits, onClear }: HelpHitsProps) {
  if (hits.length === 0)
    return (
      <Empty
        icon={SearchX}
        title={messages.none}
        text={messages.noneText}
        actions={<SmallGhostButton onPress={onClear}>{messages.clear}</SmallGhostButton>}
      />
    );
  return (
    <ScrollRegion className="help-body" label={messages.results}>
      <h2 className="label">{messages.found(hits.length)}</h2>
      <ul className="help-hits" lang="en">
        {hits.map(({ id, heading, page }) => {
          const [file = '', anchor] = id.split('#');
          return (
            <li key={id}>
              <HelpLink path={helpPath(file, anchor)} onFollow={onClear}>
                {heading}
              </HelpLink>
              {heading === page ? null : <span className="muted">{page}</span>}
            </li>
          );
        })}
      </ul>
    </ScrollRegion>
  );
}

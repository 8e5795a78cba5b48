import { SearchX } from 'lucide-react';
import type { HelpHit } from '#shared/help/search-index.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { helpPath } from '../../workbench/addresses.ts';
import type { HelpHits } from './help-files.ts';
import { HelpLink } from './help-link.tsx';
import { messages } from './words.ts';

/** The path of the section that was found. */
export function pathOfHit({ id }: HelpHit): string {
  const [file = '', anchor] = id.split('#');
  return helpPath(file, anchor);
}

export interface HitListProps {
  readonly hits: HelpHits;
  readonly onClear: () => void;
}

/** The sections that match a search, in place of the page. */
export function HitList({ hits: { shown, total }, onClear }: HitListProps) {
  if (total === 0)
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
      <h2 className="label">{messages.found(total, shown.length)}</h2>
      <ul className="help-hits" lang="en">
        {shown.map((hit) => (
          <li key={hit.id}>
            <HelpLink path={pathOfHit(hit)} onFollow={onClear}>
              {hit.heading}
            </HelpLink>
            {hit.heading === hit.page ? null : <span className="muted">{hit.page}</span>}
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}

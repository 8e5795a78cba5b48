import { useQuery } from '@tanstack/react-query';
import MiniSearch from 'minisearch';
import type { HelpSection } from '#shared/help/contents.ts';
import { type HelpHit, helpFiles, type IndexedPart, indexOptions } from '#shared/help/search-index.ts';
import { helpContentsQuery, readHelpFile } from '../../api/help-files.ts';

const maxHits = 40;
const noSections: readonly HelpSection[] = [];

/** The table of contents; empty until it is there, or where it cannot be read. */
export function useContents() {
  const { data, isPending, isError } = useQuery(helpContentsQuery);
  return { sections: data ?? noSections, isPending, isError };
}

/** The HTML of a page. */
export function usePage(id: string, isKnown: boolean) {
  return useQuery({
    queryKey: ['help', id],
    queryFn: () => readHelpFile(helpFiles.page(id)),
    enabled: isKnown,
  });
}

/** Sections that match a search, the best first. */
export interface HelpHits {
  readonly shown: readonly HelpHit[];
  /** How many there are, with those that are not shown. */
  readonly total: number;
}

const noHits: HelpHits = { shown: [], total: 0 };

/** Searches all pages for the typed words; null until the index is there. */
export function useHits(typed: string): HelpHits | null {
  const isAsked = typed.trim() !== '';
  const { data } = useQuery({
    queryKey: ['help', helpFiles.index],
    queryFn: async () => MiniSearch.loadJSON<IndexedPart>(await readHelpFile(helpFiles.index), indexOptions),
    enabled: isAsked,
    structuralSharing: false,
  });
  if (!isAsked) return noHits;
  if (data === undefined) return null;
  const found = data.search(typed, { prefix: true, fuzzy: 0.15, boost: { heading: 4, page: 2 } });
  const shown = found
    .slice(0, maxHits)
    .map(({ id, heading, page }) => ({ id: String(id), heading: String(heading), page: String(page) }));
  return { shown, total: found.length };
}

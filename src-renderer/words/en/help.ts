/** Words of Help; its pages are in English. */
export const help = {
  title: 'Help',
  contents: 'Contents',
  search: 'Search Help',
  searchHint: 'Search all pages',
  found: (count: number, shown: number) =>
    count > shown ? `First ${shown} of ${count} results` : count === 1 ? '1 result' : `${count} results`,
  none: 'No results',
  noneText: 'Try fewer or other words.',
  clear: 'Clear search',
  results: 'Search results',
  missing: 'Page not found',
  missingText: 'Help has no page at this address. Choose one from the contents.',
  failed: 'The page did not load',
  failedText: 'Gatehouse could not read its Help files. Reload the window to try again.',
  copy: 'Copy',
  copied: 'Code copied',
  commands: { search: 'Search Help' },
};

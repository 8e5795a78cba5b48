const shownNames = 8;

/** The first names of a list, and in words how many follow. */
export function someOf(names: readonly string[], more: (count: number) => string): string {
  const rest = names.length - shownNames;
  return [...names.slice(0, shownNames), ...(rest > 0 ? [more(rest)] : [])].join(', ');
}

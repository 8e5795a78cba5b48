/** Names on the way to a value in a record; `[*]` goes through a list. */
export type Segments = readonly string[];

/** The step through every element of a list. */
export const everyElement = '[*]';

function segmentText(segment: string): string {
  if (segment === everyElement) return segment;
  if (/^[A-Za-z_$@][\w$@:-]*$/.test(segment)) return `.${segment}`;
  return `['${segment.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

/** The path of a configuration that leads along these names. */
export function pathOf(segments: Segments): string {
  return segments.map(segmentText).join('').replace(/^\./, '');
}

/** A table of a reference page. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** The sentence that each generated page says of itself. */
export const made =
  'This page is made from the sources: `npm run test:unit -- test/architecture/reference.test.ts -u`.';

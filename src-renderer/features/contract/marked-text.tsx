/** A sentence of the history or of a rule: text between backticks is evidence, in the monospaced font. */
export function MarkedText({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={`${at} ${part}`}>{part}</code>));
}

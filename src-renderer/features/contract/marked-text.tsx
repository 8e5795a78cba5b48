/** A sentence of the history or of a rule: what stands between backticks is evidence, and stands in mono. */
export function MarkedText({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={`${at} ${part}`}>{part}</code>));
}

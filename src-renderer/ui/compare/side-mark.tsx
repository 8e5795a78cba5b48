/** Tells which of two compared things is meant: A, or B. */
export function SideMark({ of }: { readonly of: 'left' | 'right' }) {
  return <span className={`side-mark ${of} mono`}>{of === 'left' ? 'A' : 'B'}</span>;
}

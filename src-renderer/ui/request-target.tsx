import { cutIds } from './cut-ids.ts';

/** The target of a request in a row: ids are cut in their middle, and the whole of it is its tip. */
export function RequestTarget({ target }: { readonly target: string }) {
  return (
    <span title={target}>
      {cutIds(target).map(({ text, whole }, index) =>
        whole === undefined ? (
          text
        ) : (
          // Pieces have no identity but their order, which is that of the target.
          <span key={`${index} ${whole}`} className="cut-id">
            {text}
          </span>
        ),
      )}
    </span>
  );
}

import { sharedMessages } from '#renderer/words/shared-messages.ts';

/** Rows that have not come yet, in the place where they will stand. */
export function Ghosts({ rows }: { readonly rows: number }) {
  return (
    <output className="skeleton" aria-label={sharedMessages.common.loading}>
      {Array.from({ length: rows }, (_, at) => (
        <i key={at} className="skeleton-row" />
      ))}
    </output>
  );
}

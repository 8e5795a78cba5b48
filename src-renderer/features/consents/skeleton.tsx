import { sharedMessages } from '#renderer/words/shared-messages.ts';

/** Placeholders for rows that have not arrived yet. */
export function Ghosts({ rows }: { readonly rows: number }) {
  return (
    <output className="skeleton" aria-label={sharedMessages.common.loading}>
      {Array.from({ length: rows }, (_, at) => (
        <i key={at} className="skeleton-row" />
      ))}
    </output>
  );
}

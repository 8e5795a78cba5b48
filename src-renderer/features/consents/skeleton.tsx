import { strings } from '#renderer/words/strings.ts';

/** Rows that have not come yet, in the place where they will stand. */
export function Ghosts({ rows }: { readonly rows: number }) {
  return (
    <output className="ghosts" aria-label={strings.common.loading}>
      {Array.from({ length: rows }, (_, at) => (
        <i key={at} className="ghost-row" />
      ))}
    </output>
  );
}

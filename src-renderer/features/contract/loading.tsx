import { useDelayed } from '#renderer/ui/use-delayed.ts';
import { strings } from '#renderer/words/strings.ts';
import { words } from './words.ts';

/** The layout of the screen with empty rows, once the wait is long enough to be seen. */
export function Loading() {
  const isSlow = useDelayed(true);
  if (!isSlow) return <div className="screen-loading" />;
  return (
    <div className="ch">
      <div className="toolbar">
        <h1 className="title">{words.title}</h1>
      </div>
      <output className="ghosts" aria-label={strings.common.loading}>
        {Array.from({ length: 14 }, (_, at) => (
          <i key={at} className="ghost-row" />
        ))}
      </output>
    </div>
  );
}

import { useDelayed } from '#renderer/ui/use-delayed.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { messages } from './words.ts';

/** The layout of the screen with empty rows, once the wait is long enough to be seen. */
export function Loading() {
  const isSlow = useDelayed(true);
  if (!isSlow) return <div className="screen-loading" />;
  return (
    <div className="ch">
      <div className="toolbar">
        <h1 className="title">{messages.title}</h1>
      </div>
      <output className="skeleton" aria-label={sharedMessages.common.loading}>
        {Array.from({ length: 14 }, (_, at) => (
          <i key={at} className="skeleton-row" />
        ))}
      </output>
    </div>
  );
}

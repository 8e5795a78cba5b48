import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { useDelayed } from '#renderer/ui/use-delayed.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';

const messages = sharedMessages.exchange;
const rows = [1, 2, 3, 4, 5];

function GhostRows({ isShown }: { readonly isShown: boolean }) {
  return (
    <div className="skeleton">
      {isShown ? rows.map((row) => <i key={row} className="skeleton-row" />) : null}
    </div>
  );
}

/** The real layout of the inspector with empty rows; the rows appear only when the wait is felt. */
export function GhostPanes({ isLoading }: { readonly isLoading: boolean }) {
  const isLate = useDelayed(isLoading);
  return (
    <div className="cols" aria-busy="true">
      {[messages.request, messages.response, messages.trace].map((title) => (
        <section key={title}>
          <PaneHead title={title} />
          <GhostRows isShown={isLate} />
        </section>
      ))}
    </div>
  );
}

/** Empty steps while the runs are being read. */
export function GhostSteps({ isLoading }: { readonly isLoading: boolean }) {
  const isLate = useDelayed(isLoading);
  return (
    <div className="steps" aria-busy={isLoading}>
      {isLate ? <GhostRows isShown /> : null}
    </div>
  );
}

import { Button } from '#renderer/ui/button.tsx';
import { exchangeLink } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import { flowMessages } from '../words.ts';

export interface ExchangeLinkProps {
  readonly exchangeId: string;
  /** Called when leaving: whatever is in front has to close. */
  readonly onLeave: () => void;
}

/** The way to an exchange of the inspector in Activity. */
export function ExchangeLink({ exchangeId, onLeave }: ExchangeLinkProps) {
  return (
    <div className="row">
      <Button
        small
        onPress={() => {
          onLeave();
          openLink(exchangeLink(exchangeId));
        }}
      >
        {flowMessages.token.exchange}
      </Button>
    </div>
  );
}

import { Button } from '#renderer/ui/button.tsx';
import { exchangeLink } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import { flowMessages } from '../words.ts';

export interface ExchangeLinkProps {
  readonly exchangeId: string;
  /** Called on the way there: what stands in front has to go. */
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

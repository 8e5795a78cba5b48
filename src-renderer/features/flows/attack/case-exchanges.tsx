import { useState } from 'react';
import { ExchangeDetail } from '#renderer/workbench/exchange-detail.tsx';
import { type ChosenExchange, useChosenExchange } from '#renderer/workbench/use-chosen-exchange.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

/** The exchanges of a case: one is chosen, and shown once it was opened. */
export interface CaseExchanges extends ChosenExchange {
  /** The one that is shown below what is said of the case. */
  readonly shownId: string | null;
  /** Shows the chosen one, or none. */
  readonly show: (isShown: boolean) => void;
}

/** The exchanges of a case, with their acts in menus and under keys. */
export function useCaseExchanges(): CaseExchanges {
  const [isShown, show] = useState(false);
  const exchanges = useChosenExchange({
    prefix: 'attack.exchange',
    within: '.attack-body, .attack-shown',
    name: messages.title,
    hasValues: isShown,
    textIn: '.attack-shown .cols',
    activityFilter: 'source:attacks',
  });
  return { ...exchanges, shownId: isShown ? exchanges.id : null, show };
}

/** The exchange that is shown, or two that are compared, so that another one can take its place. */
export function ShownExchange({ exchanges }: { readonly exchanges: CaseExchanges }) {
  const { id, label, shownId, compare } = exchanges;
  if (id === null || (shownId === null && compare.pair === null)) return null;
  return (
    <div className="attack-shown compare-place">
      <ExchangeDetail
        id={id}
        acts={exchanges}
        label={messages.exchange}
        title={label}
        onSelect={exchanges.selectRecord}
        onClose={() => exchanges.show(false)}
      />
    </div>
  );
}

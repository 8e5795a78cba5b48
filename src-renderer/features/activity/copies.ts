import { copyText } from '../../ui/copy.ts';
import { useExchangeCopies } from '../../ui/exchange-actions.tsx';
import type { MenuEntry } from '../../ui/menu-list.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { exchangeLink } from '../../workbench/addresses.ts';
import { activityMessages } from './words.ts';

const { copyLink, linkCopied } = activityMessages.activity;

/** A form in which an exchange is copied. */
export type CopyAct = 'curl' | 'har' | 'url' | 'link';

/** The menu entries for copying, in every menu alike. */
export const copyEntries: readonly MenuEntry<CopyAct>[] = [
  { id: 'curl', label: sharedMessages.exchange.copyCurl, keyHint: 'c' },
  { id: 'har', label: sharedMessages.exchange.copyHar },
  { id: 'url', label: sharedMessages.exchange.copyUrl },
  { id: 'link', label: copyLink },
];

/** The functions behind the entries: each copies the exchange with an id. */
export function useCopies(): Readonly<Record<CopyAct, (id: string) => void>> {
  return {
    ...useExchangeCopies(),
    link: (id) => void copyText(exchangeLink(id), linkCopied),
  };
}

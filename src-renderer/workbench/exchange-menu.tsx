import { Ellipsis } from 'lucide-react';
import { ContextMenu, type MenuAnchor } from '../ui/context-menu.tsx';
import { Menu } from '../ui/menu.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { exchangeEntries, type OfferedActs } from './exchange-acts.ts';

const { title } = sharedMessages.exchange.acts;

export interface ExchangeContextMenuProps {
  readonly anchor: MenuAnchor;
  readonly acts: OfferedActs;
  readonly onClose: () => void;
}

/** The acts on the exchange of a row; opened by right-click or the menu key. */
export function ExchangeContextMenu({ anchor, acts, onClose }: ExchangeContextMenuProps) {
  return (
    <ContextMenu
      label={title}
      anchor={anchor}
      entries={exchangeEntries(acts)}
      onAction={(act) => acts[act]?.run?.()}
      onClose={onClose}
    />
  );
}

/** The same behind a button, for the head of an exchange. */
export function ExchangeMenu({ acts }: { readonly acts: OfferedActs }) {
  return (
    <Menu
      label={title}
      icon={Ellipsis}
      entries={exchangeEntries(acts)}
      onAction={(act) => acts[act]?.run?.()}
    />
  );
}

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { sharedMessages } from '../words/shared-messages.ts';
import { SmallGhostButton } from './button.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  /** As large as the window lets it be: for work that takes a while. */
  readonly full?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog; Escape closes it and focus goes back to where it came from. */
export function Dialog({ title, onClose, wide = false, full = false, children }: DialogProps) {
  const size = full ? ' full' : wide ? ' wide' : '';
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={`dialog${size}`}>
        <AriaDialog className="dialog-in">
          <header className="row">
            <Heading slot="title" level={2} className="title clip">
              {title}
            </Heading>
            <span className="push" />
            <SmallGhostButton icon={X} label={sharedMessages.common.close} onPress={onClose} />
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

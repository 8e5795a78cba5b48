import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { strings } from '../words/strings.ts';
import { Button } from './button.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog; Escape closes it and focus goes back to where it came from. */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={wide ? 'dialog wide' : 'dialog'}>
        <AriaDialog className="dialog-in">
          <header className="row">
            <Heading slot="title" level={2} className="title clip">
              {title}
            </Heading>
            <span className="push" />
            <Button small kind="ghost" icon={X} label={strings.common.close} onPress={onClose} />
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

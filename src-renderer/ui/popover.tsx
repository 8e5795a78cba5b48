import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';

export interface PopoverProps {
  /** Names the panel. */
  readonly title: string;
  /** What stands in the button that opens it. */
  readonly trigger: ReactNode;
  readonly triggerClass: string;
  readonly children: ReactNode;
}

/** A small panel that floats over the screen next to the button that opens it. */
export function Popover({ title, trigger, triggerClass, children }: PopoverProps) {
  return (
    <DialogTrigger>
      <Button className={triggerClass}>{trigger}</Button>
      <AriaPopover className="pop" offset={4} placement="top">
        <Dialog className="panel" aria-label={title}>
          <p className="label" aria-hidden="true">
            {title}
          </p>
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { ScrollRegion } from './scroll-region.tsx';

export interface PopoverProps {
  /** Names the panel. */
  readonly title: string;
  /** What stands in the button that opens it. */
  readonly trigger: ReactNode;
  readonly triggerClass: string;
  /** The panel holds a list that may be longer than the window. */
  readonly isList?: boolean;
  readonly children: ReactNode;
}

/** A small panel that floats over the screen next to the button that opens it. */
export function Popover({ title, trigger, triggerClass, isList = false, children }: PopoverProps) {
  return (
    <DialogTrigger>
      <Button className={triggerClass}>{trigger}</Button>
      <AriaPopover className="pop" offset={4} placement="top">
        <Dialog className={isList ? 'panel listed' : 'panel'} aria-label={title}>
          <p className="label" aria-hidden="true">
            {title}
          </p>
          {isList ? <ScrollRegion label={title}>{children}</ScrollRegion> : children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}

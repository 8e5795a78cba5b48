import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { ScrollRegion } from './scroll-region.tsx';

export interface PopoverProps {
  /** Names the panel. */
  readonly title: string;
  /** The content of the button that opens it. */
  readonly trigger: ReactNode;
  readonly triggerClass: string;
  /** The panel holds a list that may be longer than the window. */
  readonly isList?: boolean;
  /** Where it floats; above the button unless said otherwise. */
  readonly placement?: 'top' | 'bottom start' | 'bottom end';
  /** The content of the panel; a function receives a callback that closes it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** A small panel that floats over the screen next to the button that opens it. */
export function Popover(props: PopoverProps) {
  const { title, trigger, triggerClass, isList = false, placement = 'top', children } = props;
  return (
    <DialogTrigger>
      <Button className={triggerClass}>{trigger}</Button>
      <AriaPopover className="pop" offset={4} placement={placement}>
        <Dialog className={isList ? 'panel listed' : 'panel'} aria-label={title}>
          {({ close }) => {
            const body = typeof children === 'function' ? children(close) : children;
            return (
              <>
                <p className="label" aria-hidden="true">
                  {title}
                </p>
                {isList ? <ScrollRegion label={title}>{body}</ScrollRegion> : body}
              </>
            );
          }}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}

import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from '../api/store.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { Button, SmallGhostButton } from './button.tsx';
import { dismissToast, shownToast, showOffer, showToast, type Toast } from './toasts.ts';
import { offerUndo, type UndoOffer, undoOffers } from './undo-offers.ts';

/** How long a toast stays, in milliseconds. */
const shownMillis = 6_000;

/** Reports the result of an action briefly; replaces an earlier message. */
export function toast(text: string): void {
  showToast(text, null);
}

/**
 * Reports an action that can be undone for ten minutes: by the button as long as the message is shown, and by Ctrl+Z or
 * the palette whatever became of it. Returns the offer, for those who undo by other buttons as well.
 */
export function toastUndo(text: string, undo: () => void): UndoOffer {
  const offer = offerUndo(text, undo);
  showOffer(offer);
  return offer;
}

/**
 * Reports a step in a document that has a history of its own, with a button that goes back by it. The history answers to
 * Ctrl+Z itself, and other steps may follow, so that nothing is offered beyond the message.
 */
export function toastStep(text: string, undo: () => void): void {
  showToast(text, undo);
}

/** True if there is something to undo. */
export function useCanUndo(): boolean {
  return useSyncExternalStore(undoOffers.subscribe, () => undoOffers.get().length > 0);
}

function ToastRow({ shown }: { readonly shown: Toast }) {
  const { id, text, undo } = shown;
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), shownMillis);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  // It does not leave from under the pointer, nor take the focus with it.
  const holds = {
    onPointerEnter: () => setIsHeld(true),
    onPointerLeave: () => setIsHeld(false),
    onFocus: () => setIsHeld(true),
    onBlur: () => setIsHeld(false),
  };
  return (
    <span className="toast" {...holds}>
      <span className="wrap">{text}</span>
      {undo === null ? null : (
        <Button
          small
          keyHint="ctrl+z"
          onPress={() => {
            dismissToast(id);
            undo();
          }}
        >
          {sharedMessages.common.undo}
        </Button>
      )}
      <SmallGhostButton icon={X} label={sharedMessages.common.close} onPress={() => dismissToast(id)} />
    </span>
  );
}

/** Height of the foot of the screens that are shown, in pixels: lines and buttons at the end of a screen stay in sight. */
function footPx(): number {
  const feet = [...document.querySelectorAll<HTMLElement>('[data-foot]')];
  return Math.max(0, ...feet.filter((foot) => foot.checkVisibility()).map((foot) => foot.offsetHeight));
}

/** The place of toasts, above the foot of a screen. The region is always mounted, so that screen readers announce its content. */
export function ToastRegion() {
  const shown = useStore(shownToast);
  const region = useRef<HTMLOutputElement>(null);
  useLayoutEffect(() => {
    if (shown !== null) region.current?.style.setProperty('--foot', `${footPx()}px`);
  }, [shown]);
  return (
    // Announced over a modal dialog too, which hides its surroundings.
    <output ref={region} className="toasts" data-live-announcer="true">
      {shown === null ? null : <ToastRow key={shown.id} shown={shown} />}
    </output>
  );
}

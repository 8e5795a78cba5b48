import { sharedMessages } from '../words/shared-messages.ts';
import type { Reveal } from './use-reveal.ts';

/** Shows the value behind a mask, and masks it again; `name` describes it to screen readers. */
export function RevealLink({ name, reveal }: { readonly name: string; readonly reveal: Reveal }) {
  const isShown = reveal.value !== null;
  return (
    <button
      type="button"
      className="lnk"
      aria-label={isShown ? sharedMessages.common.hideNamed(name) : sharedMessages.common.revealNamed(name)}
      onClick={isShown ? reveal.hide : reveal.show}
    >
      {isShown ? sharedMessages.common.hide : sharedMessages.common.reveal}
    </button>
  );
}

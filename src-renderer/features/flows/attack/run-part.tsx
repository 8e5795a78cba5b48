import { Play } from 'lucide-react';
import { Icon } from '#renderer/ui/icon.tsx';
import { attackMessages } from './words.ts';

/** Runs the case of a row; it comes with the pointer or the focus. A row holds no buttons: the key and the menu do the same. */
export function RunPart({ caseId }: { readonly caseId: string }) {
  return (
    <span
      className="btn sm icon run-part"
      data-part="run"
      title={attackMessages.attacks.commands.runCase(caseId)}
      aria-hidden="true"
    >
      <Icon of={Play} small />
    </span>
  );
}

/** True of a press on that part. */
export function isRunPart(target: Element): boolean {
  return target.closest('[data-part=run]') !== null;
}

import { Copy } from 'lucide-react';
import { sharedMessages } from '../words/shared-messages.ts';
import { copyValue } from './copy.ts';
import { Icon } from './icon.tsx';

export interface CopyButtonProps {
  readonly name: string;
  /** The value in clear, whether it is masked on the screen or not. */
  readonly load: () => string | Promise<string>;
}

/** Stands at the right of a value and copies it without revealing it. */
export function CopyButton({ name, load }: CopyButtonProps) {
  const label = sharedMessages.common.copyNamed(name);
  return (
    <button
      type="button"
      className="btn ghost sm icon"
      aria-label={label}
      title={label}
      onClick={() => void copyValue(name, load)}
    >
      <Icon of={Copy} small />
    </button>
  );
}

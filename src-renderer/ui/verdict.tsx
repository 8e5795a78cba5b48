import { sharedMessages } from '../words/shared-messages.ts';
import { Drawn, type Verdict as VerdictName } from './icon.tsx';

export interface VerdictProps {
  readonly of: VerdictName;
  /** Without its field, for rows. */
  readonly bare?: boolean;
  /** Another word than the usual one. */
  readonly word?: string;
}

/** A verdict: outline, word, then colour. */
export function Verdict({ of, bare = false, word }: VerdictProps) {
  return (
    <span className={`verdict ${of}${bare ? ' bare' : ''}`}>
      <Drawn name={of} small />
      {word ?? sharedMessages.verdicts[of]}
    </span>
  );
}

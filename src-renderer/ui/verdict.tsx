import { strings } from '../words/strings.ts';
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
      {word ?? strings.verdicts[of]}
    </span>
  );
}

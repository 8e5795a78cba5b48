import { Info } from 'lucide-react';
import { Drawn, Icon } from '#renderer/ui/icon.tsx';
import type { LintSeverity } from '#shared/contract/index.ts';
import { messages } from './words.ts';

const tones: Readonly<Record<LintSeverity, string>> = {
  error: 'failed',
  warning: 'warning',
  info: 'neutral',
};

export interface SeverityMarkProps {
  readonly severity: LintSeverity;
  /** It does not count: ignored, or not at this date. */
  readonly isQuiet?: boolean;
  /** The word is shown beside the outline; else only for screen readers. */
  readonly hasWord?: boolean;
}

/** How bad a finding is: outline, word, then colour. */
export function SeverityMark({ severity, isQuiet = false, hasWord = false }: SeverityMarkProps) {
  return (
    <span className={isQuiet ? 'ch-severity' : `ch-severity ${tones[severity]}`}>
      {severity === 'info' ? (
        <Icon of={Info} small />
      ) : (
        <Drawn name={severity === 'error' ? 'failed' : 'warning'} small />
      )}
      <span className={hasWord ? '' : 'vh'}>{messages.severities[severity]}</span>
    </span>
  );
}

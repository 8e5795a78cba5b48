import { useId, useState } from 'react';
import { TextField } from '#renderer/ui/field.tsx';
import type { LintFinding } from '#shared/contract/index.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { type IgnoreWidth, ignoreFor, ignoreWidths } from './findings.ts';
import { MarkedText } from './marked-text.tsx';
import type { ContractActs } from './use-contract.ts';
import { isDay } from './view.ts';
import { messages } from './words.ts';

export interface IgnoreDialogProps {
  readonly finding: LintFinding;
  readonly acts: ContractActs;
  readonly onClose: () => void;
}

interface WidthsProps {
  readonly finding: LintFinding;
  readonly value: IgnoreWidth;
  readonly onChange: (width: IgnoreWidth) => void;
}

function Widths({ finding, value, onChange }: WidthsProps) {
  const name = useId();
  const { widths } = messages.ignoring;
  const labels: Readonly<Record<IgnoreWidth, string>> = {
    subject: widths.subject(finding.subject, finding.location.file),
    file: widths.file(finding.location.file),
    everywhere: widths.everywhere,
  };
  return (
    <fieldset className="ch-widths">
      <legend className="label">{messages.ignoring.width}</legend>
      {ignoreWidths.map((width) => (
        <label key={width} className="check">
          <input type="radio" name={name} checked={width === value} onChange={() => onChange(width)} />
          <span className="wrap" data-words="data">
            {labels[width]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Leaves a finding be: why, for how long and how wide. */
export function IgnoreDialog({ finding, acts, onClose }: IgnoreDialogProps) {
  const [width, setWidth] = useState<IgnoreWidth>('subject');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const { ignoring } = messages;
  const isWrongDay = until.trim() !== '' && !isDay(until.trim());
  const ignore = () => {
    setIsAsked(true);
    if (reason.trim() === '' || isWrongDay) return;
    acts.ignore(ignoreFor(finding, { width, reason, until }));
    onClose();
  };
  return (
    <ActDialog
      title={ignoring.title(finding.id)}
      act={ignoring.act(finding.id)}
      disabled={acts.isBusy}
      onAct={ignore}
      onClose={onClose}
    >
      <p className="wrap" data-words="data">
        <MarkedText text={finding.message} />
      </p>
      <TextField
        label={ignoring.reason}
        value={reason}
        help={ignoring.reasonHelp}
        error={isAsked && reason.trim() === '' ? ignoring.noReason : null}
        onChange={setReason}
        onEnter={ignore}
      />
      <Widths finding={finding} value={width} onChange={setWidth} />
      <TextField
        label={ignoring.until}
        value={until}
        isMono
        help={ignoring.untilHelp}
        error={isWrongDay ? messages.date.wrong : null}
        onChange={setUntil}
        onEnter={ignore}
      />
    </ActDialog>
  );
}

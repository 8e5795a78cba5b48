import { Drawn } from './icon.tsx';

export interface RefusalProps {
  /** The statement of the rule that refused; empty where none is known. */
  readonly rule: string;
  /** The error as it went over the wire, or why there was no answer. */
  readonly remark: string;
}

/** Says in a row why an exchange was refused: the rule, then the code of the wire. */
export function Refusal({ rule, remark }: RefusalProps) {
  if (rule === '' && remark === '') return null;
  const text = [rule, remark].filter((part) => part !== '').join(', ');
  return (
    <span className="refusal c-danger" title={text}>
      <Drawn name="failed" small />
      {rule === '' ? null : <span className="clip">{rule}</span>}
      {remark === '' ? null : <span className={rule === '' ? 'mono clip' : 'mono muted push'}>{remark}</span>}
    </span>
  );
}

import type { ReactNode } from 'react';
import { Empty, type EmptyProps } from '#renderer/ui/empty.tsx';
import { Failure } from './controls.tsx';

export interface WorkFrameProps {
  /** The fields of the task, and its buttons. */
  readonly form: ReactNode;
  readonly error: Error | null;
  /** Null: nothing came of it yet. */
  readonly result: ReactNode | null;
  readonly empty: EmptyProps;
}

/** A form for a task on a token, beside its result. */
export function WorkFrame({ form, error, result, empty }: WorkFrameProps) {
  return (
    <div className="tok-cols tok-work">
      <div className="tok-form">{form}</div>
      <div className="tok-main" aria-live="polite">
        {error === null ? null : <Failure error={error} />}
        {result}
        {result === null && error === null ? <Empty {...empty} /> : null}
      </div>
    </div>
  );
}

export interface BarProps {
  readonly label: string;
  readonly done: number;
  /** Of those, how many were refused or failed. */
  readonly failed?: number;
  /** Null: it is not known. */
  readonly total: number | null;
}

/** How far something has come: solid happened, hatched was refused, empty has not happened. */
export function Bar({ label, done, failed = 0, total }: BarProps) {
  const percent = (count: number) =>
    total === null || total === 0 ? 0 : Math.min(100, (count / total) * 100);
  const value = {
    role: 'progressbar',
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': total === null ? undefined : Math.round(percent(done)),
  } as const;
  return (
    <div className="bar" aria-label={label} {...value}>
      {done - failed > 0 ? <i style={{ width: `${percent(done - failed)}%` }} /> : null}
      {failed > 0 ? <i className="bad" style={{ width: `${percent(failed)}%` }} /> : null}
    </div>
  );
}

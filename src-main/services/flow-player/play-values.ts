/** A value that a run holds. */
export interface RunValue {
  readonly value: string;
  readonly secret: boolean;
  /** True of a secret that belongs to somebody and not to the run: it is never shown. */
  readonly isStored?: boolean;
  readonly state: string;
  readonly tone: 'ok' | 'warn' | 'danger' | 'muted';
  readonly remark: string;
  readonly issuedAtMillis: number | null;
  readonly expiresAtMillis: number | null;
  /** When it was verified or introspected; absent: it was not. */
  readonly checkedAtMillis?: number;
  /** How long the finding `valid` holds; null: as long as the run is there. */
  readonly validUntilMillis?: number | null;
  /** Id of the step that gave it. */
  readonly stepId: string;
}

/** A generated or sent value without further meaning. */
export function plainValue(value: string, stepId: string, changes: Partial<RunValue> = {}): RunValue {
  return {
    value,
    secret: false,
    state: 'made',
    tone: 'muted',
    remark: '',
    issuedAtMillis: null,
    expiresAtMillis: null,
    stepId,
    ...changes,
  };
}

/** Something that the server issued: nobody has looked at it yet. */
export function issuedValue(
  value: string,
  stepId: string,
  issuedAtMillis: number,
  expiresAtMillis: number | null = null,
): RunValue {
  return plainValue(value, stepId, {
    secret: true,
    state: 'not checked',
    issuedAtMillis,
    expiresAtMillis,
  });
}

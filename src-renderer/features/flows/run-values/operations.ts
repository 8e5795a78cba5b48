import type { FlowValue } from '#shared/api/index.ts';

export type Operation = 'refresh' | 'validate' | 'introspect' | 'revoke' | 'resource';

/** Also determines whether a token is valid. */
export type AnyOperation = Operation | 'check';

/** Values that are worth taking apart: tokens, codes and assertions. */
export function canInspect(value: FlowValue): boolean {
  return value.secret && value.issuedAtMillis !== null && /(?:token|^code|assertion)$/.test(value.name);
}

/** Tests whether a value can be shown and copied: it is present and is not a stored secret. */
export function canReveal({ preview, isStored }: FlowValue): boolean {
  return preview !== '' && isStored !== true;
}

/** The value that the drawer tells about: the named one, else the access token, else one worth taking apart, else any. */
export function chosenValue(values: readonly FlowValue[], wanted: string | null): FlowValue | undefined {
  const inspectable = values.filter(canInspect);
  return (
    values.find(({ name }) => name === wanted) ??
    inspectable.find(({ name }) => name === 'access_token') ??
    inspectable[0] ??
    values[0]
  );
}

/** Returns the operations available for a value: some for tokens, none for anything else. */
export function operationsFor({ name, preview }: FlowValue): readonly Operation[] {
  if (preview === '') return [];
  if (/(?:^|\.)access_token$/.test(name)) return ['validate', 'introspect', 'revoke', 'resource'];
  if (/(?:^|\.)refresh_token$/.test(name)) return ['refresh', 'revoke'];
  return [];
}

/** True if a token can be asked about whose worth is not known. */
export function canCheck({ name, preview }: FlowValue, state: string): boolean {
  return preview !== '' && state === 'not checked' && /(?:^|\.)(?:access|refresh|id)_token$/.test(name);
}

import type { FlowValue } from '#shared/api/index.ts';

export type Operation = 'refresh' | 'validate' | 'introspect' | 'revoke' | 'resource';

/** Also determines whether a token is valid. */
export type AnyOperation = Operation | 'check';

/** Values that are worth taking apart: tokens, codes and assertions. */
export function canInspect(value: FlowValue): boolean {
  return value.secret && value.issuedAtMillis !== null && /(?:token|^code|assertion)$/.test(value.name);
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

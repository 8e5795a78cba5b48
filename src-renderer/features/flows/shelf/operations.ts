import type { FlowValue } from '#shared/api/index.ts';

export type Operation = 'refresh' | 'validate' | 'introspect' | 'revoke' | 'resource';

/** Values that are worth taking apart: tokens, codes and assertions. */
export function canInspect(value: FlowValue): boolean {
  return value.secret && value.issuedAtMillis !== null && /(?:token|^code|assertion)$/.test(value.name);
}

/** What can be done with a value: something for tokens, nothing for all else. */
export function operationsFor({ name, preview }: FlowValue): readonly Operation[] {
  if (preview === '') return [];
  if (/(?:^|\.)access_token$/.test(name)) return ['validate', 'introspect', 'revoke', 'resource'];
  if (/(?:^|\.)refresh_token$/.test(name)) return ['refresh', 'revoke'];
  return [];
}

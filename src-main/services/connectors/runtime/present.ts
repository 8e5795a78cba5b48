import { type CompiledObjectType, type ReadValues, unread } from '#shared/connectors/index.ts';
import type { Call } from '../ports.ts';
import type { SentRequest } from '../remote/wire-request.ts';
import { built, type ConnectorContext, readFrom } from './context.ts';

/** Reads the current object before a write; null in a dry run. @throws ConnectorFailure */
export function readPresent(
  { requester }: ConnectorContext,
  type: CompiledObjectType,
  uid: string,
  call: Call,
): Promise<SentRequest | null> {
  const why = type.sendsAll
    ? 'read first because UPDATE replaces the whole object'
    : 'read first to replace placeholders of the next request';
  return requester.perform(
    type,
    built(() => type.wholeGetRequest(uid)),
    { call, notes: [why] },
  );
}

/** Placeholder values from a GET response; a dry run has none. @throws ConnectorFailure */
export function valuesOf(
  type: CompiledObjectType,
  operation: 'CREATE' | 'UPDATE' | 'DELETE',
  answer: SentRequest | null,
): ReadValues {
  return answer === null ? unread : readFrom(answer, (response) => type.readValues(operation, response));
}

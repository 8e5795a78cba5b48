import { type CompiledObjectType, type ReadValues, unread } from '#shared/connectors/index.ts';
import type { Call } from '../ports.ts';
import type { SentRequest } from '../remote/wire-request.ts';
import { built, type ConnectorContext, readFrom } from './context.ts';

/** Reads an object as it is before it is written; null in a dry run. @throws ConnectorFailure */
export function readPresent(
  { requester }: ConnectorContext,
  type: CompiledObjectType,
  uid: string,
  call: Call,
): Promise<SentRequest | null> {
  const why = type.sendsAll
    ? 'read to be written whole: UPDATE replaces the object'
    : 'read for the placeholders of the next request';
  return requester.perform(
    type,
    built(() => type.wholeGetRequest(uid)),
    { call, notes: [why] },
  );
}

/** The values for placeholders in an answer to GET; of a dry run nothing is known. @throws ConnectorFailure */
export function valuesOf(
  type: CompiledObjectType,
  operation: 'CREATE' | 'UPDATE' | 'DELETE',
  answer: SentRequest | null,
): ReadValues {
  return answer === null ? unread : readFrom(answer, (response) => type.readValues(operation, response));
}

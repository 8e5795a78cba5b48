import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { completeFilter, parseFilter } from '#shared/exchange/filter/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { registrationQuery } from '../../api/queries.ts';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

/** Returns the error message of an invalid filter; null: the filter is valid. */
export function filterError(text: string): string | null {
  const parsed = parseFilter(text);
  return 'error' in parsed ? parsed.error.message : null;
}

export interface FilterBarProps {
  readonly value: string;
  readonly onChange: (filter: string) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The filter of the log: suggests fields and the values that the workspace knows. */
export function FilterBar({ value, onChange, field }: FilterBarProps) {
  const { orpc } = useApi();
  const clients = useQuery(orpc.identity.clients.queryOptions(registrationQuery));
  const users = useQuery(orpc.identity.users.queryOptions(registrationQuery));
  const known = {
    client: (clients.data ?? []).map(({ clientId }) => clientId),
    user: (users.data ?? []).map(({ username }) => username),
  };
  return (
    <SuggestField
      field={field}
      label={messages.filter}
      listLabel={messages.suggestions}
      placeholder={messages.filterHint}
      value={value}
      error={filterError(value)}
      onChange={onChange}
      complete={(text, cursor) => completeFilter(text, cursor, known)}
    />
  );
}

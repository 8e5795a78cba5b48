import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { ImportTemplate } from '#shared/api/index.ts';
import type { DateReading, Mapping, Survey } from '#shared/consents/index.ts';
import { useKeptImport } from '../kept-imports.ts';
import type { OpenImport } from '../use-import.ts';
import { draftOf, type MappingDraft, mappingOf, readsDates } from './mapping-draft.ts';

/** Delay before input is sent to the engine, in milliseconds. */
const settleMillis = 300;

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMillis);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface MappingInput {
  readonly mapping: Mapping | null;
  readonly dates: DateReading | null;
}

function useSurvey(id: string, asked: MappingInput, isThere: boolean) {
  const { orpc } = useApi();
  const { mapping, dates } = useSettled(asked);
  return useQuery({
    ...orpc.imports.survey.queryOptions({
      // Never asked without a mapping: the query is not enabled then.
      input: { id, mapping: mapping ?? neverAsked, dates },
    }),
    enabled: isThere && mapping !== null,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 30_000,
  });
}

const neverAsked: Mapping = {
  user: { column: '', by: 'id', through: null },
  agreement: { constant: '-' },
  language: { constant: '-' },
  consentedAt: { constant: 'now' },
};

/** The column suggestions and preview, fetched once for this file and its reading. */
function useColumns(view: OpenImport['view'], isThere: boolean) {
  const { orpc } = useApi();
  const { id, reading } = view.job;
  const suggestion = useQuery(
    orpc.imports.suggest.queryOptions({ input: { id }, enabled: isThere, gcTime: 30_000 }),
  );
  const preview = useQuery(
    orpc.imports.preview.queryOptions({
      input: { id, reading: reading ?? {} },
      enabled: isThere,
      gcTime: 30_000,
    }),
  );
  return { suggestion: suggestion.data, preview: preview.data, error: suggestion.error ?? preview.error };
}

/** How dates are read where nobody said so; null: only a person can say. */
function suggestedDates(survey: Survey | undefined): DateReading | null {
  return survey?.dates?.isAmbiguous === true ? null : (survey?.suggestedDates ?? null);
}

/** The mapping of an import under edit: the draft, the suggestions, and the content of the columns. */
export function useMapping({ view, id }: OpenImport) {
  const [kept, keep] = useKeptImport(id);
  const { job } = view;
  const isThere = view.rows !== null && !view.isForgotten;
  const { suggestion, preview, error } = useColumns(view, isThere);
  const draft = useMemo(
    () => kept.mapping ?? draftOf(job.mapping ?? suggestion?.mapping ?? {}),
    [kept.mapping, job.mapping, suggestion],
  );
  const mapping = useMemo(() => mappingOf(draft), [draft]);
  const chosen = kept.dates ?? (kept.mapping === null ? job.dates : null);
  const question = useMemo(() => ({ mapping, dates: chosen }), [mapping, chosen]);
  const asked = useSurvey(id, question, isThere);
  const survey = mapping === null ? undefined : asked.data;
  const isRead = readsDates(draft);
  const dates = isRead ? (chosen ?? suggestedDates(survey)) : null;
  return {
    draft,
    mapping,
    dates,
    isRead,
    suggestion,
    preview,
    survey,
    isSurveying: asked.isFetching,
    error: error ?? asked.error,
    /** Dates are read, and nobody said yet how. */
    isDateOpen: isRead && dates === null,
    isChanged: kept.mapping !== null || kept.dates !== null,
    change: (next: MappingDraft) => {
      const isSameColumn = JSON.stringify(next.consentedAt) === JSON.stringify(draft.consentedAt);
      keep({ mapping: next, dates: isSameColumn ? chosen : null });
    },
    setDates: (next: DateReading) => keep({ mapping: draft, dates: next }),
    apply: ({ mapping: wanted, dates: how }: ImportTemplate) =>
      keep({ mapping: draftOf(wanted), dates: how }),
    settle: () => keep({ mapping: null, dates: null }),
  };
}

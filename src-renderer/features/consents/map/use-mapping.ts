import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { ImportTemplate } from '#shared/api/index.ts';
import {
  type DateReading,
  type DatesChoice,
  decideDates,
  formatsOf,
  type Mapping,
  readingOf,
} from '#shared/consents/index.ts';
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

const nothingChosen: DatesChoice = { formats: null, zone: null };

const choiceOf = (dates: DateReading | null): DatesChoice =>
  dates === null ? nothingChosen : { formats: formatsOf(dates), zone: dates.zone };

/**
 * The content of the mapped columns, and how their times are read. With a zone alone the formats that were found are
 * counted once more in it, so that bounds and examples are those of that zone.
 */
function useDates(id: string, mapping: Mapping | null, choice: DatesChoice, isThere: boolean) {
  const { formats, zone } = choice;
  const question = useMemo(
    () => ({ mapping, dates: formats === null ? null : readingOf(formats, zone ?? 'UTC') }),
    [mapping, formats, zone],
  );
  const first = useSurvey(id, question, isThere);
  const found = mapping === null ? undefined : first.data;
  const decision = found?.dates == null ? null : decideDates(found.dates, choice);
  const isZoned = formats === null && zone !== null && zone !== 'UTC' && decision?.reading != null;
  const reading = isZoned ? decision.reading : null;
  const zoned = useSurvey(id, { mapping, dates: reading }, isThere && isZoned);
  return {
    survey: (isZoned ? zoned.data : undefined) ?? found,
    decision,
    isSurveying: first.isFetching || zoned.isFetching,
    error: first.error ?? zoned.error,
  };
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
  const saved = useMemo(() => choiceOf(job.dates), [job.dates]);
  const choice = kept.dates ?? (kept.mapping === null ? saved : nothingChosen);
  const { survey, decision, isSurveying, error: surveyError } = useDates(id, mapping, choice, isThere);
  const isRead = readsDates(draft);
  return {
    draft,
    mapping,
    choice,
    decision,
    dates: isRead ? (decision?.reading ?? null) : null,
    isRead,
    suggestion,
    preview,
    survey,
    isSurveying,
    error: error ?? surveyError,
    /** Dates are read, and something about them is not known yet. */
    isDateOpen: isRead && decision?.reading == null,
    isChanged: kept.mapping !== null || kept.dates !== null,
    change: (next: MappingDraft) => {
      const isSameColumn = JSON.stringify(next.consentedAt) === JSON.stringify(draft.consentedAt);
      keep({ mapping: next, dates: isSameColumn ? choice : nothingChosen });
    },
    setDates: (next: DatesChoice) => keep({ mapping: draft, dates: next }),
    apply: ({ mapping: wanted, dates: how }: ImportTemplate) =>
      keep({ mapping: draftOf(wanted), dates: choiceOf(how) }),
    settle: () => keep({ mapping: null, dates: null }),
  };
}

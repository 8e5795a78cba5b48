import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { FileState } from '#renderer/workbench/file-draft/use-file.ts';
import { isJson, positionAt, type TextPosition, valueOf } from '#renderer/workbench/json-edits.ts';
import type { CheckedRoute } from '#shared/api/index.ts';
import { fromPointer, toPointer } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type PolicyForm, policyFormOf } from './policy-document.ts';
import { type Declared, throttlingFiltersOf } from './route-document.ts';

const checkAfterMillis = 200;

/** A value a moment after it stopped changing. */
function useSettled<T>(value: T, millis: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), millis);
    return () => clearTimeout(timer);
  }, [value, millis]);
  return settled;
}

export const policyViews = ['form', 'json', 'script'] as const;
export type PolicyView = (typeof policyViews)[number];

export type RouteFinding = CheckedRoute['problems'][number];

/** The policy of a route under edit. */
export interface Policy {
  readonly file: FileState;
  readonly fileName: string;
  readonly isJson: boolean;
  readonly document: JsonValue | undefined;
  readonly filters: readonly Declared[];
  readonly filter: Declared | null;
  /** The engine's name for the chosen filter; null: the first one. */
  readonly filterName: string | null;
  readonly form: PolicyForm | null;
  readonly findings: readonly RouteFinding[];
  /** The findings are those of the text as it is now. */
  readonly isChecked: boolean;
  /** True if requests would leave this machine; null: not known yet. */
  readonly isUpstreamElsewhere: boolean | null;
  readonly view: PolicyView;
  readonly setView: (view: PolicyView) => void;
  /** The place of a finding that the text of the route shows; null: none was chosen. */
  readonly place: TextPosition | null;
  /** Shows the place of a finding in the text of the route. */
  readonly goTo: (finding: RouteFinding) => void;
  readonly chooseFilter: (pointer: string) => void;
  /** Makes the document another one at one stroke. */
  readonly change: (text: string) => void;
}

export interface PolicyOptions {
  readonly fileName: string;
  readonly file: FileState;
  readonly view: PolicyView;
  readonly setView: (view: PolicyView) => void;
  readonly onChange: () => void;
}

/** Reads a route under edit as a form, and asks the engine for its problems. */
export function usePolicy({ fileName, file, view, setView, onChange }: PolicyOptions): Policy {
  const { orpc } = useApi();
  const { text, rewrite } = file;
  const [chosen, setChosen] = useState<string | null>(null);
  const [place, setPlace] = useState<TextPosition | null>(null);
  const document = useMemo(() => valueOf(text), [text]);
  const filters = useMemo(() => throttlingFiltersOf(document), [document]);
  const settled = useSettled(text, checkAfterMillis);
  const checked = useQuery({
    ...orpc.throttle.check.queryOptions({ input: { document: settled, file: fileName } }),
    placeholderData: (before) => before,
    gcTime: 10_000,
  });
  const filter = filters.find(({ path }) => toPointer(path) === chosen) ?? filters[0] ?? null;
  const pointer = filter === null ? null : toPointer(filter.path);
  const known = checked.data?.filters.find((candidate) => candidate.pointer === pointer);
  return {
    file,
    fileName,
    isJson: useMemo(() => isJson(text), [text]),
    document,
    filters,
    filter,
    filterName: known?.name ?? (filter === null || filter.name === '' ? null : filter.name),
    form: filter === null ? null : policyFormOf(document, filter),
    findings: checked.data?.problems ?? [],
    isChecked: settled === text && checked.data !== undefined && !checked.isPlaceholderData,
    isUpstreamElsewhere: checked.data?.isUpstreamElsewhere ?? null,
    view,
    setView,
    place,
    goTo: (finding) => {
      setPlace(positionAt(text, fromPointer(finding.pointer) ?? [], finding.offset));
      setView('json');
    },
    chooseFilter: setChosen,
    change: (next) => {
      if (next === text) return;
      onChange();
      rewrite(next);
    },
  };
}

/** Returns the first finding at a place of the document, or else inside it. */
export function findingAt(
  findings: readonly RouteFinding[],
  path: readonly (string | number)[],
): RouteFinding | null {
  const cursor = toPointer(path);
  return (
    findings.find(({ pointer }) => pointer === cursor) ??
    findings.find(({ pointer }) => pointer.startsWith(`${cursor}/`)) ??
    null
  );
}

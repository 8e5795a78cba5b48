import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { valueOf } from '#renderer/workbench/json-edits.ts';
import {
  type CheckedExpectation,
  checkExpectations,
  type Preset,
  presets,
} from '#shared/throttle/presets/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { jsonEqual } from '#shared/workspace/three-way.ts';
import { throttlingFiltersOf } from '../policy/route-document.ts';
import type { Outcome } from '../results/use-simulation.ts';

/** Requests of a preset at most. */
const maxDecisions = 5_000;
const nothing: readonly CheckedExpectation[] = [];

const json = (value: unknown) => value as JsonValue;

/** The preset whose policy and traffic were simulated, edited in nothing that decides; null: none. */
export function presetOf({ input }: Pick<Outcome, 'input'>): Preset | null {
  const filters = throttlingFiltersOf(valueOf(input.document));
  const filter = filters.find(({ name }) => name === input.filter) ?? filters[0];
  const found = presets.find((preset) => {
    const [own] = throttlingFiltersOf(json(preset.document));
    const { clients, changes, durationSeconds } = preset.traffic;
    return (
      own !== undefined &&
      filter !== undefined &&
      jsonEqual(own.config, filter.config) &&
      durationSeconds === input.traffic.durationSeconds &&
      jsonEqual(json(clients), json(input.traffic.clients)) &&
      jsonEqual(json(changes), json(input.traffic.changes))
    );
  });
  return found ?? null;
}

/** Checks the expectations of the simulated preset against every decision. */
export function useExpectations(outcome: Outcome | null): readonly CheckedExpectation[] {
  const { orpc } = useApi();
  const preset = useMemo(() => (outcome === null ? null : presetOf(outcome)), [outcome]);
  const decisions = useQuery({
    ...orpc.throttle.decisions.queryOptions({
      input: {
        runId: outcome?.runId ?? '',
        fromSeconds: 0,
        untilSeconds: outcome?.result.durationSeconds ?? 0,
        maximum: maxDecisions,
      },
    }),
    enabled: preset !== null,
  }).data;
  return useMemo(
    () => (preset === null || decisions === undefined ? nothing : checkExpectations(preset, decisions)),
    [preset, decisions],
  );
}

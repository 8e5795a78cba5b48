import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useServiceNow } from '#renderer/api/service-clock.ts';
import type { TokenForge } from '#shared/api/index.ts';
import { type ForgeForm, firstForgeForm, forgeOf, withPreset } from './forge-form.ts';
import { type ForgeShapeId, shapedForm } from './forge-shapes.ts';
import type { Inspected } from './use-inspection.ts';

/** The form, kept for as long as the same token is inspected. */
export function useForge(inspected: Inspected | null) {
  const { client, orpc } = useApi();
  const serviceNow = useServiceNow();
  const [begunAtMillis, setBegun] = useState<number | null>(null);
  // The texts do not tick on while nobody edits them.
  if (begunAtMillis === null && serviceNow !== null) setBegun(serviceNow);
  const nowMillis = begunAtMillis ?? 0;
  const report = inspected?.report;
  const isJwt = report?.form === 'jwt';
  const token = isJwt
    ? { header: report.header ?? '{}', claims: report.claims ?? report.payload ?? '' }
    : null;
  const [changed, setForm] = useState<ForgeForm | null>(null);
  const [shape, setShape] = useState<{ readonly id: ForgeShapeId; readonly unique: string } | null>(null);
  const { issuer = '' } = useQuery(orpc.flows.targets.queryOptions()).data?.[0] ?? {};
  const fresh = {
    ...firstForgeForm(token, nowMillis),
    ...(shape === null ? {} : shapedForm(shape.id, { issuer, nowMillis, unique: shape.unique })),
  };
  const form = changed ?? fresh;
  const source = isJwt && inspected !== null ? inspected.source : null;
  const forge = useMutation({ mutationFn: (input: TokenForge) => client.tokens.forge(input) });
  return {
    form,
    shape: shape?.id ?? null,
    chooseShape(id: ForgeShapeId | null) {
      setShape(id === null ? null : { id, unique: crypto.randomUUID() });
      setForm(null);
    },
    hasOriginal: source !== null,
    ready: forgeOf(form, source),
    made: forge.data ?? null,
    error: forge.error,
    isPending: forge.isPending,
    change: (part: Partial<ForgeForm>) => setForm({ ...form, ...part }),
    choosePreset: (preset: string) => setForm(withPreset(form, preset, fresh, nowMillis)),
    sign: forge.mutate,
  };
}

export type Forge = ReturnType<typeof useForge>;

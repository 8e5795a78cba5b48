import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { SamlBuild } from '#shared/api/index.ts';
import { type BuildForm, buildOf, firstBuildForm } from './build-form.ts';
import { useIssuer, useSamlIssuers } from './use-workspace.ts';

/** The form, kept for as long as the inspector is open. */
export function useBuild() {
  const { client, orpc } = useApi();
  const server = useIssuer();
  const trusted = useSamlIssuers();
  const shapes = useQuery(orpc.tokens.samlShapes.queryOptions()).data ?? [];
  const [changed, setForm] = useState<BuildForm | null>(null);
  const form = changed ?? firstBuildForm(server, trusted);
  const build = useMutation({ mutationFn: (input: SamlBuild) => client.tokens.buildSaml(input) });
  return {
    form,
    trusted,
    shapes,
    ready: buildOf(form),
    made: build.data ?? null,
    error: build.error,
    isPending: build.isPending,
    change: (part: Partial<BuildForm>) => setForm({ ...form, ...part }),
    build: build.mutate,
  };
}

export type Build = ReturnType<typeof useBuild>;

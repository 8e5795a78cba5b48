import type { RawResponse } from '#main/platform/raw-http.ts';
import { parseJson } from '#main/services/flow-player/index.ts';
import type { Reading, SendStep } from '#shared/flows/index.ts';
import {
  type CheckResult,
  type ClientCheck,
  challengeChecks,
  makeChecks,
  resourceMetadataChecks,
  type ServerMetadataSeen,
  serverMetadataChecks,
  stepUpChecks,
} from '../pure/client-checks/index.ts';
import type { CheckedRun } from './checked-run.ts';

/** The checks of each reading, before there is an answer. */
const expected: Partial<Record<Reading, readonly Omit<ClientCheck<never>, 'run'>[]>> = {
  challenge: challengeChecks,
  'resource-metadata': resourceMetadataChecks,
  'server-metadata': serverMetadataChecks,
};

/** The checks that are to be made of an answer on the way from a resource to a token. */
export function expectedDiscoveryChecks({ reading }: SendStep): readonly Omit<ClientCheck<never>, 'run'>[] {
  return expected[reading] ?? [];
}

/** Checks an answer on the way from a resource to a token; empty: it is none, or there was nothing to check. */
export function discoveryChecks(
  run: CheckedRun,
  step: SendStep,
  response: RawResponse,
): { readonly subject: string; readonly results: readonly CheckResult[] } {
  const value = (name: string) => run.player.values.get(name)?.value ?? '';
  const { issuer } = run.player.target.endpoints;
  const metadata = response.status === 200 ? parseJson(response) : null;
  const resourceUrl = value('resource_url');
  const named = value('challenge.resource_metadata');
  if (step.reading === 'challenge')
    return {
      subject: 'challenge',
      results: makeChecks(challengeChecks, { resourceUrl, metadataUrl: named === '' ? undefined : named }),
    };
  if (step.reading === 'scoped' && response.status === 403) {
    const seen = { challenged: value('step_up'), next: value('scope') };
    return { subject: 'refusal', results: makeChecks(stepUpChecks, seen) };
  }
  if (metadata !== null && step.reading === 'resource-metadata') {
    const metadataUrl = value('resource_metadata');
    const seen = { resourceUrl, metadataUrl, isChallenged: named === metadataUrl, issuer, metadata };
    return { subject: 'resource metadata', results: makeChecks(resourceMetadataChecks, seen) };
  }
  if (metadata !== null && step.reading === 'server-metadata') {
    const seen = { issuer: value('authorization_server'), metadata, ...needOf(run) };
    return { subject: 'server metadata', results: makeChecks(serverMetadataChecks, seen) };
  }
  return { subject: '', results: [] };
}

/** The member of the metadata that the client needs in order to become known. */
function needOf({ steps }: CheckedRun): Pick<ServerMetadataSeen, 'needs'> {
  if (steps.some(({ id }) => id === 'register')) return { needs: 'registration_endpoint' };
  if (steps.some(({ id }) => id === 'make-client_id'))
    return { needs: 'client_id_metadata_document_supported' };
  return {};
}

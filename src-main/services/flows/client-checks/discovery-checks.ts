import type { RawResponse } from '#main/platform/raw-http.ts';
import { parseJson } from '#main/services/flow-player/index.ts';
import type { SendStep } from '#shared/flows/index.ts';
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

/** The checks that are to be made of an answer on the way from a resource to a token. */
export function expectedDiscoveryChecks({ reading }: SendStep): readonly Omit<ClientCheck<never>, 'run'>[] {
  switch (reading) {
    case 'challenge':
      return challengeChecks;
    case 'resource-metadata':
      return resourceMetadataChecks;
    case 'server-metadata':
      return serverMetadataChecks;
    default:
      return [];
  }
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
  switch (step.reading) {
    case 'challenge': {
      const metadataUrl = named === '' ? undefined : named;
      return { subject: 'challenge', results: makeChecks(challengeChecks, { resourceUrl, metadataUrl }) };
    }
    case 'resource-metadata': {
      const metadataUrl = value('resource_metadata');
      const seen = { resourceUrl, metadataUrl, isChallenged: named === metadataUrl, issuer };
      const results = metadata === null ? [] : makeChecks(resourceMetadataChecks, { ...seen, metadata });
      return { subject: 'resource metadata', results };
    }
    case 'server-metadata': {
      const seen = { issuer: value('authorization_server'), ...needOf(run) };
      const results = metadata === null ? [] : makeChecks(serverMetadataChecks, { ...seen, metadata });
      return { subject: 'server metadata', results };
    }
    case 'scoped': {
      const seen = { challenged: value('step_up'), next: value('scope') };
      const isRefused = response.status === 403;
      return { subject: 'refusal', results: isRefused ? makeChecks(stepUpChecks, seen) : [] };
    }
    default:
      return { subject: '', results: [] };
  }
}

/** The member of the metadata that the client needs in order to become known. */
function needOf({ steps }: CheckedRun): Pick<ServerMetadataSeen, 'needs'> {
  if (steps.some(({ id }) => id === 'register')) return { needs: 'registration_endpoint' };
  if (steps.some(({ id }) => id === 'make-client_id'))
    return { needs: 'client_id_metadata_document_supported' };
  return {};
}

import { useMutation } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAppStatus } from '#renderer/api/live.ts';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { ServiceStatus } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { TrustIssuer } from './chooser/trust-issuer.tsx';
import { flowMessages } from './words.ts';

export interface StartProblemProps {
  readonly problem: Problem;
  readonly onDismiss: () => void;
}

/** The service whose absence is the problem, by the place in the manifest that the problem names. */
export function stoppedService(
  problem: Problem,
  services: readonly ServiceStatus[],
): ServiceStatus | undefined {
  if (problem.code !== 'flow.service-stopped') return undefined;
  return services.find((service) => problem.location?.pointer === `/services/${service.key}`);
}

/** Why the last act failed; where a stopped service is the reason, with the button that starts it. */
export function StartProblem({ problem, onDismiss }: StartProblemProps) {
  const { client } = useApi();
  const status = useAppStatus();
  const start = useMutation({
    mutationFn: (key: ServiceStatus['key']) => client.services.start({ key }),
    onSuccess: onDismiss,
  });
  const stopped = stoppedService(problem, status?.services ?? []);
  const shown = start.error === null ? problem : toProblem(start.error);
  return (
    <ProblemNote
      problem={shown}
      actions={
        <>
          {shown.code === 'flow.issuer-untrusted' ? <TrustIssuer onTrusted={onDismiss} /> : null}
          {stopped === undefined ? null : (
            <Button small disabled={start.isPending} onPress={() => start.mutate(stopped.key)}>
              {sharedMessages.status.starting(sharedMessages.status.services[stopped.key].name)}
            </Button>
          )}
          <Button small kind="ghost" onPress={onDismiss}>
            {flowMessages.flows.dismiss}
          </Button>
        </>
      }
    />
  );
}

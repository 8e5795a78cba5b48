import { useMutation } from '@tanstack/react-query';
import type { ServiceStatus } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { useApi } from '../../api/api-context.tsx';
import { useAppStatus } from '../../api/live.ts';
import { toProblem } from '../../api/problem.ts';
import { strings } from '../../app/strings.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/note.tsx';

export interface StartProblemProps {
  readonly problem: Problem;
  readonly onDismiss: () => void;
}

/** The services that a flow could have missed, the authorization server first. */
export function stoppedServices(services: readonly ServiceStatus[]): readonly ServiceStatus[] {
  return services.filter((service) => service.state === 'stopped' || service.state === 'failed').slice(0, 2);
}

/** Why the last act failed; where a stopped service is the reason, with the button that starts it. */
export function StartProblem({ problem, onDismiss }: StartProblemProps) {
  const { client } = useApi();
  const status = useAppStatus();
  const start = useMutation({
    mutationFn: (key: ServiceStatus['key']) => client.services.start({ key }),
    onSuccess: onDismiss,
  });
  const stopped = problem.code === 'flow.service-stopped' ? stoppedServices(status?.services ?? []) : [];
  const shown = start.error === null ? problem : toProblem(start.error);
  return (
    <ProblemNote
      problem={shown}
      actions={
        <>
          {stopped.map((service) => (
            <Button
              key={service.key}
              small
              disabled={start.isPending}
              onPress={() => start.mutate(service.key)}
            >
              {strings.status.starting(strings.status.services[service.key].name)}
            </Button>
          ))}
          <Button small kind="ghost" onPress={onDismiss}>
            {strings.flows.dismiss}
          </Button>
        </>
      }
    />
  );
}

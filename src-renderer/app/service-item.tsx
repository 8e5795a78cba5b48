import { useMutation } from '@tanstack/react-query';
import type { ServiceStatus } from '#shared/api/index.ts';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/note.tsx';
import { Popover } from '../ui/popover.tsx';
import { serviceDots } from '../ui/service-dots.ts';
import { formatCount } from '../words/format.ts';
import { sharedMessages } from '../words/shared-messages.ts';

const messages = sharedMessages.status;

function ServicePanel({ service }: { readonly service: ServiceStatus }) {
  const { client } = useApi();
  const isUp = service.state === 'running' || service.state === 'starting';
  const toggle = useMutation({
    mutationFn: () => client.services[isUp ? 'stop' : 'start']({ key: service.key }),
  });
  const problem = toggle.error === null ? service.problem : toProblem(toggle.error);
  return (
    <>
      <dl className="facts">
        <dt>{messages.state}</dt>
        <dd>{messages.states[service.state]}</dd>
        <dt>{messages.address}</dt>
        <dd className="mono wrap">{service.url ?? sharedMessages.common.none}</dd>
        <dt>{messages.requests}</dt>
        <dd className="mono">{formatCount(service.requests)}</dd>
        <dt>{messages.errors}</dt>
        <dd className="mono">{formatCount(service.errors)}</dd>
      </dl>
      {problem === null ? null : <ProblemNote problem={problem} />}
      <div className="row">
        <Button small disabled={toggle.isPending} onPress={() => toggle.mutate()}>
          {isUp ? messages.stop : messages.start}
        </Button>
      </div>
    </>
  );
}

/** A port behind the name of its service; one that takes any free port has none until it was started. */
export function portBehindName(port: number): string {
  return port === 0 ? '' : ` ${port}`;
}

/** One hosted service in the status bar: how it is, and the switch behind it. */
export function ServiceItem({ service }: { readonly service: ServiceStatus }) {
  const { short, name } = messages.services[service.key];
  return (
    <Popover
      title={name}
      triggerClass="bar-item"
      trigger={
        <>
          <i className={serviceDots[service.state]} />
          <b>
            {short}
            {portBehindName(service.port)}
          </b>
          <span className={service.state === 'running' ? 'state running' : 'state'}>
            {messages.states[service.state]}
          </span>
        </>
      }
    >
      <ServicePanel service={service} />
    </Popover>
  );
}

import { ChevronDown } from 'lucide-react';
import type { ServiceStatus } from '#shared/api/index.ts';
import { useAppStatus } from '../../api/live.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { serviceDots } from '../../ui/service-dots.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { runCommand } from '../../workbench/commands.ts';
import { AddServer } from '../../workbench/server-form/add-server.tsx';
import { ServicePanel } from './service-panel.tsx';

const messages = sharedMessages.home;
const words = sharedMessages.status;

function Chip({ service }: { readonly service: ServiceStatus }) {
  const { key, state, port } = service;
  const { name } = words.services[key];
  return (
    <Popover
      title={name}
      triggerClass="btn service-chip"
      placement="bottom start"
      trigger={
        <>
          <i className={serviceDots[state]} />
          <span className="clip">{name}</span>
          <span className="mono muted">{port === 0 ? '' : port}</span>
          <span className={state === 'running' ? 'vh' : 'muted'}>{words.states[state]}</span>
          <Icon of={ChevronDown} small />
        </>
      }
    >
      {(close) => <ServicePanel service={service} onClose={close} />}
    </Popover>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The hosted services in one line; each opens to its address and its acts. */
export function ServiceStrip() {
  const services = useAppStatus()?.services ?? [];
  const isAnyUp = services.some(({ state }) => state === 'running' || state === 'starting');
  const requests = sum(services.map((service) => service.requests));
  const errors = sum(services.map((service) => service.errors));
  return (
    <section className="band service-strip" aria-label={messages.services}>
      <h2 className="label">{messages.services}</h2>
      <div className="row tight wraps">
        {services.map((service) => (
          <Chip key={service.key} service={service} />
        ))}
        <span className="ref">{messages.total(requests, errors)}</span>
      </div>
      <span className="row tight push">
        <AddServer />
        <SmallGhostButton onPress={() => runCommand(isAnyUp ? 'service.stop-all' : 'service.start-all')}>
          {isAnyUp ? messages.stopAll : messages.startAll}
        </SmallGhostButton>
      </span>
    </section>
  );
}

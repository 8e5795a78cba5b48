import type { AppStatus } from '#shared/api/index.ts';
import { Drawn } from '../ui/icon.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { ClockItem } from './clock-item.tsx';
import { EnvironmentItem } from './environment-item.tsx';
import { JobsItem } from './jobs-item.tsx';
import { ProblemsItem } from './problems-item.tsx';
import { ServiceItem } from './service-item.tsx';

const messages = sharedMessages.status;

/** The status bar: services, clock, jobs, problems, profile and environment. */
export function StatusBar({ status }: { readonly status: AppStatus | undefined }) {
  return (
    <footer className="status-bar" aria-label={messages.label} data-landmark>
      {status === undefined ? (
        <span>{sharedMessages.common.loading}</span>
      ) : (
        <>
          {status.services.map((service) => (
            <ServiceItem key={service.key} service={service} />
          ))}
          <span className="push" />
          <ClockItem clock={status.clock} />
          <JobsItem activeJobs={status.activeJobs} />
          <ProblemsItem problems={status.problems} />
          <span className={status.activeWeaknesses > 0 ? 'row c-danger' : 'row'}>
            {status.activeWeaknesses > 0 ? <Drawn name="warning" small /> : null}
            {messages.profile} <b>{status.profile}</b>
            {status.activeWeaknesses > 0 ? messages.weaknesses(status.activeWeaknesses) : null}
          </span>
          <EnvironmentItem environment={status.environment} />
        </>
      )}
    </footer>
  );
}

import { useMutation } from '@tanstack/react-query';
import { Activity, ClipboardCopy, Play, RotateCw, Square } from 'lucide-react';
import type { ServiceStatus } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Menu } from '../../ui/menu.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { serviceDots } from '../../ui/service-dots.ts';
import { numbers, Table, unseen } from '../../ui/table.tsx';
import { formatCount } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { activityPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { ProblemActs } from '../../workbench/problem-acts.tsx';
import { snippetsOf } from './snippets.ts';

const messages = sharedMessages.home;

type Act = 'start' | 'stop' | 'restart';

function ServiceActs({
  service,
  onAct,
  isBusy,
}: {
  readonly service: ServiceStatus;
  readonly onAct: (what: Act) => void;
  readonly isBusy: boolean;
}) {
  const { name } = sharedMessages.status.services[service.key];
  // By this name the filter of the activity knows the service.
  const short = sharedMessages.wire.services[service.key] ?? '';
  const snippets = snippetsOf(service);
  const isUp = service.state === 'running' || service.state === 'starting';
  return (
    <span className="row tight">
      {isUp ? (
        <>
          <Menu
            label={messages.snippets(name)}
            icon={ClipboardCopy}
            entries={snippets}
            onAction={(id) => {
              const snippet = snippets.find((candidate) => candidate.id === id);
              if (snippet !== undefined) void copyText(snippet.text, messages.copied(snippet.label));
            }}
          />
          <Button
            small
            kind="ghost"
            icon={Activity}
            label={messages.activityOf(name)}
            onPress={() => openLink(activityPath({ filter: `svc:${short.toLowerCase()}` }))}
          />
          <Button
            small
            kind="ghost"
            icon={RotateCw}
            label={messages.restart(name)}
            disabled={isBusy}
            onPress={() => onAct('restart')}
          />
          <Button
            small
            kind="ghost"
            icon={Square}
            label={messages.stop(name)}
            disabled={isBusy}
            onPress={() => onAct('stop')}
          />
        </>
      ) : (
        <Button
          small
          icon={Play}
          label={messages.start(name)}
          disabled={isBusy}
          onPress={() => onAct('start')}
        />
      )}
    </span>
  );
}

function ServiceRow({ service }: { readonly service: ServiceStatus }) {
  const { client } = useApi();
  const act = useMutation({ mutationFn: (what: Act) => client.services[what]({ key: service.key }) });
  const problem = act.error === null ? service.problem : toProblem(act.error);
  const { url, port, state, requests, errors, key } = service;
  return (
    <>
      <tr>
        <th scope="row" className="service-name">
          <i className={serviceDots[state]} />
          {sharedMessages.status.services[key].name}
        </th>
        <td className="mono wrap">{url ?? messages.stopped(port)}</td>
        <td>{sharedMessages.status.states[state]}</td>
        <td className="num mono">{formatCount(requests)}</td>
        <td className={errors === 0 ? 'num mono' : 'num mono c-danger'}>{formatCount(errors)}</td>
        <td className="acts-cell">
          <ServiceActs service={service} isBusy={act.isPending} onAct={act.mutate} />
        </td>
      </tr>
      {problem === null ? null : (
        <tr className="service-problem">
          <td colSpan={6}>
            <ProblemNote problem={problem} actions={<ProblemActs problem={problem} />} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Every hosted service: how it is, where it is, and what can be done with it. */
export function Services({ services }: { readonly services: readonly ServiceStatus[] }) {
  return (
    <div className="table-scroll">
      <Table
        label={messages.services}
        className="rows services-table"
        columns={[
          messages.name,
          messages.address,
          messages.state,
          numbers(messages.requests),
          numbers(messages.errors),
          unseen(messages.acts),
        ]}
      >
        {services.map((service) => (
          <ServiceRow key={service.key} service={service} />
        ))}
      </Table>
    </div>
  );
}

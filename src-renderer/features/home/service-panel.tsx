import { useMutation } from '@tanstack/react-query';
import { Activity, ClipboardCopy, Copy, Play, RotateCw, Square } from 'lucide-react';
import type { ServiceStatus } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Menu } from '../../ui/menu.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { formatCount } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { activityPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { ProblemActs } from '../../workbench/problem-acts.tsx';
import { snippetsOf } from './snippets.ts';

const messages = sharedMessages.home;
const words = sharedMessages.status;

type Act = 'start' | 'stop' | 'restart';

interface ActsProps {
  readonly service: ServiceStatus;
  readonly isBusy: boolean;
  readonly onRestart: () => void;
  readonly onClose: () => void;
}

function RunningActs({ service, isBusy, onRestart, onClose }: ActsProps) {
  const { name } = words.services[service.key];
  // By this name the filter of the activity knows the service.
  const short = sharedMessages.wire.services[service.key] ?? '';
  const snippets = snippetsOf(service);
  return (
    <>
      <Button icon={RotateCw} label={messages.restart(name)} disabled={isBusy} onPress={onRestart} />
      <Button
        icon={Activity}
        label={messages.activityOf(name)}
        onPress={() => {
          onClose();
          openLink(activityPath({ filter: `svc:${short.toLowerCase()}` }));
        }}
      />
      <Menu
        label={messages.snippets(name)}
        icon={ClipboardCopy}
        entries={snippets}
        onAction={(id) => {
          const snippet = snippets.find((candidate) => candidate.id === id);
          if (snippet !== undefined) void copyText(snippet.text, messages.copied(snippet.label));
        }}
      />
    </>
  );
}

function Facts({ service }: { readonly service: ServiceStatus }) {
  const { url, state, requests, errors, key } = service;
  return (
    <dl className="facts">
      <dt>{words.state}</dt>
      <dd>{words.states[state]}</dd>
      <dt>{words.address}</dt>
      <dd className="row tight">
        <span className="mono wrap">{url ?? sharedMessages.common.none}</span>
        {url === null ? null : (
          <SmallGhostButton
            icon={Copy}
            label={messages.copyAddress(words.services[key].name)}
            onPress={() => void copyText(url, messages.copied(words.address))}
          />
        )}
      </dd>
      <dt>{words.requests}</dt>
      <dd className="mono">{formatCount(requests)}</dd>
      <dt>{words.errors}</dt>
      <dd className={errors === 0 ? 'mono' : 'mono c-danger'}>{formatCount(errors)}</dd>
    </dl>
  );
}

export interface ServicePanelProps {
  readonly service: ServiceStatus;
  readonly onClose: () => void;
}

/** A hosted service: how it is, where it is, and what can be done with it. */
export function ServicePanel({ service, onClose }: ServicePanelProps) {
  const { client } = useApi();
  const act = useMutation({ mutationFn: (what: Act) => client.services[what]({ key: service.key }) });
  const problem = act.error === null ? service.problem : toProblem(act.error);
  const isUp = service.state === 'running' || service.state === 'starting';
  const { name } = words.services[service.key];
  return (
    <>
      <Facts service={service} />
      {problem === null ? null : (
        <ProblemNote problem={problem} actions={<ProblemActs problem={problem} />} />
      )}
      <div className="row tight">
        {/* One button for both, which keeps the focus when the one becomes the other. */}
        <Button
          icon={isUp ? Square : Play}
          disabled={act.isPending}
          onPress={() => act.mutate(isUp ? 'stop' : 'start')}
        >
          {isUp ? messages.stop(name) : messages.start(name)}
        </Button>
        {isUp ? (
          <RunningActs
            service={service}
            isBusy={act.isPending}
            onRestart={() => act.mutate('restart')}
            onClose={onClose}
          />
        ) : null}
      </div>
    </>
  );
}

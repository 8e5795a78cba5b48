import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, Play, Waypoints } from 'lucide-react';
import { firstTasks } from '#shared/first-tasks/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { registrationQuery, storeRun } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { LaneHeads, StepLine, stepClass } from '../../ui/lanes.tsx';
import { PaneHead } from '../../ui/pane-head.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { flowsPath } from '../../workbench/addresses.ts';
import { runCommand, useCommands } from '../../workbench/commands.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { usePreferences } from '../../workbench/use-preferences.ts';
import { homeImportPath, newClientPath } from './checklist.ts';
import { type FirstRun, firstRun } from './first-run.ts';
import { TaskRail } from './task-rail.tsx';

const messages = sharedMessages.home;
const words = messages.firstRun;
const none: ReadonlySet<never> = new Set();

/** The clients of the workspace, and the flow that one of them can run; undefined while they are asked for. */
function useFirstRun() {
  const { orpc } = useApi();
  const kinds = useQuery(orpc.flows.kinds.queryOptions({ input: { target: null } })).data;
  const clients = useQuery(orpc.identity.clients.queryOptions(registrationQuery)).data;
  const users = useQuery(orpc.identity.users.queryOptions(registrationQuery)).data;
  if (kinds === undefined || clients === undefined || users === undefined) return undefined;
  return { hasClient: clients.length > 0, first: firstRun(kinds, clients, users) };
}

/** Runs the first flow and shows it. */
function useStart() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ start }: FirstRun) => api.client.flows.start(start),
    onSuccess: (run) => {
      storeRun(api, run);
      // By this path Flows takes up client and browser as well; it shows the newest run.
      openLink(flowsPath(run.clientId, 'unattended'));
    },
    onError: reportProblem,
  });
}

function OwnMaterial({ hasClient }: { readonly hasClient: boolean }) {
  return (
    <div className="first-own">
      <span>{words.own}</span>
      <button type="button" className="lnk" onClick={() => runCommand('file.open')}>
        {words.openWorkspace}
      </button>
      {hasClient ? (
        <button type="button" className="lnk" onClick={() => openLink(newClientPath)}>
          {words.addClient}
        </button>
      ) : (
        <button type="button" className="lnk" onClick={() => runCommand('file.new')}>
          {words.sampleWorkspace}
        </button>
      )}
      <button type="button" className="lnk" onClick={() => openLink(homeImportPath)}>
        {messages.bring}
      </button>
    </div>
  );
}

interface HeroProps {
  readonly first: FirstRun | null;
  readonly hasClient: boolean;
}

/** The one step to take, with the act that takes it. */
function Hero({ first, hasClient }: HeroProps) {
  const start = useStart();
  const run = () => {
    if (first !== null && !start.isPending) start.mutate(first);
    else if (first === null) openLink(hasClient ? '/flows' : newClientPath);
  };
  useCommands([{ id: 'home.begin', title: words.act, group: 'run', keys: ['ctrl+enter'], run }]);
  if (first === null)
    return (
      <>
        <h1>{hasClient ? words.noSuit : words.noClient}</h1>
        <p>{hasClient ? words.noSuitText : words.noClientText}</p>
        <Button kind="ink" icon={hasClient ? Waypoints : KeyRound} keyHint="ctrl+enter" onPress={run}>
          {hasClient ? words.openFlows : words.addClient}
        </Button>
      </>
    );
  const { clientId, username } = first;
  return (
    <>
      <h1>{words.title}</h1>
      <p>
        {username === null ? words.asItself(clientId) : words.signsIn(username, clientId)} {words.promise}
      </p>
      <Button kind="ink" icon={Play} keyHint="ctrl+enter" disabled={start.isPending} onPress={run}>
        {words.act}
      </Button>
    </>
  );
}

/** The requests of the first flow, as Flows draws what is planned. */
function WhatWillRun({ first }: { readonly first: FirstRun }) {
  const { orpc } = useApi();
  const steps = useQuery(orpc.flows.plan.queryOptions({ input: first.start })).data ?? [];
  return (
    <section className="first-plan" aria-label={words.planned}>
      <PaneHead title={words.planned}>
        <span className="ref">{words.steps(steps.length)}</span>
      </PaneHead>
      <LaneHeads />
      <ScrollRegion label={words.planned} isBody className="steps">
        <ol>
          {steps.map((step) => (
            <li key={step.id} className={stepClass(step)}>
              <StepLine step={step}>
                <span className="muted clip" lang="en" data-words="data">
                  {step.remark}
                </span>
              </StepLine>
            </li>
          ))}
        </ol>
      </ScrollRegion>
    </section>
  );
}

/** Home while nothing was done in this workspace: one step, and what it will do. */
export function FirstStart() {
  const found = useFirstRun();
  const [, change] = usePreferences();
  if (found === undefined) return <div className="screen-loading" />;
  const { first, hasClient } = found;
  return (
    <div className={first === null ? 'first-start alone' : 'first-start'}>
      <ScrollRegion label={messages.title} className="first-hero">
        <Hero first={first} hasClient={hasClient} />
        <div className="first-rail">
          <TaskRail done={none} next="token" />
          <span>
            {messages.step(1, firstTasks.length)} {words.afterwards}
          </span>
          <button type="button" className="lnk" onClick={() => change({ isChecklistHidden: true })}>
            {messages.hide}
          </button>
        </div>
        <OwnMaterial hasClient={hasClient} />
      </ScrollRegion>
      {first === null ? null : <WhatWillRun first={first} />}
    </div>
  );
}

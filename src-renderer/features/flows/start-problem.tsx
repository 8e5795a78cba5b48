import { useMutation } from '@tanstack/react-query';
import { ClipboardPaste } from 'lucide-react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAppStatus } from '#renderer/api/live.ts';
import { toProblem } from '#renderer/api/problem.ts';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { ProblemLine } from '#renderer/ui/note.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { addRedirectUri } from '#renderer/workbench/add-redirect-uri.ts';
import type { ServiceStatus } from '#shared/api/index.ts';
import type { Problem, ProblemAction } from '#shared/errors/problem.ts';
import { assertionFormOf } from '#shared/flows/assertion-forms.ts';
import { TrustIssuer } from './chooser/trust-issuer.tsx';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;

export interface StartProblemProps {
  readonly problem: Problem;
  readonly state: Pick<FlowDebuggerState, 'actions' | 'choice'>;
}

/** The service whose absence is the problem, by the place in the manifest that the problem names. */
export function stoppedService(
  problem: Problem,
  services: readonly ServiceStatus[],
): ServiceStatus | undefined {
  if (problem.code !== 'flow.service-stopped') return undefined;
  return services.find((service) => problem.location?.pointer === `/services/${service.key}`);
}

type MissingUri = Extract<ProblemAction, { kind: 'add-redirect-uri' }>;

/** The redirect URI that would lead to Gatehouse, where its absence is the problem. */
function missingUri({ actions = [] }: Problem): MissingUri | undefined {
  return actions.find((action) => action.kind === 'add-redirect-uri');
}

interface CallbackActsProps extends Pick<StartProblemProps, 'state'> {
  readonly missing: MissingUri;
  readonly add: { readonly isPending: boolean; readonly mutate: (missing: MissingUri) => void };
}

/** The two ways to go on with a client whose redirect URI leads elsewhere. */
function CallbackActs({ missing, add, state: { actions, choice } }: CallbackActsProps) {
  const registered = choice.sources.clients.find(({ clientId }) => clientId === missing.clientId);
  return (
    <>
      <Button small disabled={add.isPending || actions.isBusy} onPress={() => add.mutate(missing)}>
        {messages.addAndRun(missing.uri)}
      </Button>
      {registered === undefined || registered.redirectUris.length === 0 ? null : (
        <Button
          small
          icon={ClipboardPaste}
          disabled={actions.isBusy}
          onPress={() => {
            choice.change({ pastedFor: missing.clientId });
            actions.startAgain('pasted');
          }}
        >
          {messages.pasteAddress}
        </Button>
      )}
    </>
  );
}

/** Why the last act failed, with what can be done about it at the press of a button. */
export function StartProblem({ problem, state }: StartProblemProps) {
  const { client } = useApi();
  const status = useAppStatus();
  const { dismiss, startAgain } = state.actions;
  const start = useMutation({
    mutationFn: (key: ServiceStatus['key']) => client.services.start({ key }),
    onSuccess: dismiss,
  });
  const add = useMutation({
    mutationFn: (action: MissingUri) => addRedirectUri(client, action),
    onSuccess: () => {
      state.choice.refresh();
      startAgain('arrives');
    },
  });
  const stopped = stoppedService(problem, status?.services ?? []);
  const missing = missingUri(problem);
  const failure = start.error ?? add.error;
  const form = assertionFormOf(state.choice.choice.kind ?? '') ?? 'saml';
  const shown = failure === null ? problem : toProblem(failure);
  return (
    <ProblemLine
      problem={shown}
      actions={
        <>
          {shown.code === 'flow.issuer-untrusted' ? <TrustIssuer form={form} onTrusted={dismiss} /> : null}
          {missing === undefined ? null : <CallbackActs missing={missing} add={add} state={state} />}
          {stopped === undefined ? null : (
            <Button small disabled={start.isPending} onPress={() => start.mutate(stopped.key)}>
              {sharedMessages.status.starting(sharedMessages.status.services[stopped.key].name)}
            </Button>
          )}
          <SmallGhostButton onPress={dismiss}>{messages.dismiss}</SmallGhostButton>
        </>
      }
    />
  );
}

import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Problem, ProblemAction } from '#shared/errors/problem.ts';
import { serviceKeys } from '#shared/exchange/exchange.ts';
import { useApi } from '../api/api-context.tsx';
import { Button, SmallGhostButton } from '../ui/button.tsx';
import { reportProblem } from '../ui/report-problem.ts';
import { toast, toastUndo } from '../ui/toast.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { addRedirectUri } from './add-redirect-uri.ts';
import { contractPath, filePath, settingsPath } from './addresses.ts';
import { openLink } from './layout-store.ts';
import type { SecretDialogProps } from './secret-dialog.tsx';

const messages = sharedMessages.problems;

const SecretDialog = lazy(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }));

function nameOf(service: string): string {
  const key = serviceKeys.find((candidate) => candidate === service);
  return key === undefined ? service : sharedMessages.status.services[key].name;
}

function titleOf(action: ProblemAction): string {
  if (action.kind === 'use-port') return messages.acts.usePort(action.port);
  if (action.kind === 'start-service') return messages.acts.start(nameOf(action.service));
  if (action.kind === 'restart-service') return messages.acts.restart(nameOf(action.service));
  if (action.kind === 'store-secret') return messages.acts.storeSecret(action.name);
  if (action.kind === 'allow-secret') return messages.acts.allowSecret(action.name);
  if (action.kind === 'open-secrets') return messages.acts.openSecrets;
  if (action.kind === 'fix-finding') return action.title;
  if (action.kind === 'open-contract') return messages.acts.openContract(action.rule);
  if (action.kind === 'open-trust') return messages.acts.openTrust;
  if (action.kind === 'add-redirect-uri') return messages.acts.addRedirectUri(action.uri);
  return action.kind === 'seal-file' ? messages.acts.seal : messages.acts.forget;
}

/** A secret that a problem asks for, and the file for which it is stored. */
type WantedSecret = Pick<SecretDialogProps, 'name' | 'file'>;

/** Performs an action that a problem offers; a secret has to be asked for first. */
function useAct(onSecret: (secret: WantedSecret) => void) {
  const { client, orpc, queryClient } = useApi();
  const service = async (what: 'start' | 'restart', name: string) => {
    const key = serviceKeys.find((candidate) => candidate === name);
    if (key !== undefined) await client.services[what]({ key });
  };
  return useMutation({
    mutationFn: async (action: ProblemAction): Promise<void> => {
      switch (action.kind) {
        case 'use-port':
          await client.workspace.setSettings({
            members: [{ pointer: `/services/${action.service}/port`, value: action.port }],
          });
          return service('restart', action.service);
        case 'start-service':
          return service('start', action.service);
        case 'restart-service':
          return service('restart', action.service);
        case 'store-secret':
          return onSecret(action);
        case 'allow-secret':
          await client.secrets.allow({ uses: [{ file: action.file, name: action.name }] });
          void queryClient.invalidateQueries({ queryKey: orpc.secrets.key() });
          void queryClient.invalidateQueries({ queryKey: orpc.connectors.key() });
          toast(messages.allowed(action.name));
          return;
        case 'open-secrets':
          return openLink(settingsPath('secrets'));
        case 'seal-file': {
          const { text, version } = await client.workspace.readFile({ file: action.file });
          await client.workspace.writeFile({ file: action.file, text, baseVersion: version });
          return;
        }
        case 'forget-sealed': {
          const { forgotten } = await client.sealing.forget();
          toast(messages.forgotten(forgotten));
          return;
        }
        case 'fix-finding': {
          const { undoId } = await client.contractHistory.fix({ keys: [action.key] });
          toastUndo(
            messages.fixed(action.title),
            () => void client.contractHistory.undoFix({ undoId }).catch(reportProblem),
          );
          return;
        }
        case 'open-contract':
          return openLink(contractPath({ entry: action.entry }));
        case 'add-redirect-uri':
          return addRedirectUri(client, action);
        case 'open-trust':
          return openLink(settingsPath('workspaceTrust'));
      }
    },
    onError: reportProblem,
  });
}

/** The buttons of a problem: what Gatehouse can do about it itself, and the jump to its place. */
export function ProblemActs({ problem }: { readonly problem: Pick<Problem, 'actions' | 'location'> }) {
  const [wanted, setWanted] = useState<WantedSecret | null>(null);
  const act = useAct(setWanted);
  const { location, actions = [] } = problem;
  return (
    <>
      {actions.map((action) => (
        <Button
          key={JSON.stringify(action)}
          small
          disabled={act.isPending}
          onPress={() => act.mutate(action)}
        >
          {titleOf(action)}
        </Button>
      ))}
      {location === undefined || location.file.startsWith('/') ? null : (
        <SmallGhostButton onPress={() => openLink(filePath(location.file, location))}>
          {messages.acts.openFile(location.file)}
        </SmallGhostButton>
      )}
      {wanted === null ? null : (
        <Suspense fallback={null}>
          <SecretDialog {...wanted} onClose={() => setWanted(null)} />
        </Suspense>
      )}
    </>
  );
}

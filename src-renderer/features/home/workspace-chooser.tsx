import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import type { RecentWorkspace } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { runCommand } from '../../workbench/commands.ts';
import { openWorkspace } from '../../workbench/open-workspace.ts';

const messages = sharedMessages.home;

function WorkspaceLine({ workspace }: { readonly workspace: RecentWorkspace }) {
  const { client, orpc, queryClient } = useApi();
  const { directory, name, exists, isOpen } = workspace;
  const open = useMutation({
    mutationFn: () => openWorkspace(client, directory),
    onError: reportProblem,
  });
  const forget = useMutation({
    mutationFn: () => client.installation.forgetRecent({ directory }),
    onSuccess: (left) => queryClient.setQueryData(orpc.installation.recent.queryKey(), left),
  });
  return (
    <li className="recent">
      <span className="row">
        {exists && !isOpen ? (
          <button type="button" className="lnk clip" onClick={() => open.mutate()}>
            {name}
          </button>
        ) : (
          <span className="clip">{name}</span>
        )}
        <span className="push" />
        {isOpen ? <span className="ref">{messages.open}</span> : null}
        {exists ? null : <span className="ref c-warn">{messages.gone}</span>}
        {isOpen ? null : (
          <SmallGhostButton icon={X} label={messages.forget(name)} onPress={() => forget.mutate()} />
        )}
      </span>
      <span className="ref mono clip" title={directory}>
        {directory}
      </span>
    </li>
  );
}

function Workspaces({ onClose }: { readonly onClose: () => void }) {
  const { orpc } = useApi();
  const recent = useQuery(orpc.installation.recent.queryOptions({ staleTime: 2_000 })).data ?? [];
  const runAndClose = (command: string) => () => {
    onClose();
    runCommand(command);
  };
  return (
    <>
      {recent.length === 0 ? <p className="muted">{messages.noWorkspaces}</p> : null}
      <ul className="lines">
        {recent.map((workspace) => (
          <WorkspaceLine key={workspace.directory} workspace={workspace} />
        ))}
      </ul>
      <div className="row tight">
        <Button small onPress={runAndClose('file.open')}>
          {messages.openWorkspace}
        </Button>
        <Button small onPress={runAndClose('file.new')}>
          {messages.newWorkspace}
        </Button>
      </div>
    </>
  );
}

/** The workspace that is open, and the way to others. */
export function WorkspaceChooser() {
  const { orpc } = useApi();
  const name = useQuery(orpc.workspace.info.queryOptions({ staleTime: 1_000 })).data?.name ?? '';
  const files = useQuery(orpc.workspace.files.queryOptions({ staleTime: 1_000 })).data ?? [];
  const countOf = (wanted: 'client' | 'user') => files.filter(({ kind }) => kind === wanted).length;
  return (
    <Popover
      title={messages.workspaces}
      triggerClass="btn workspace-chooser"
      placement="bottom start"
      trigger={
        <>
          <span className="vh">{messages.workspace}: </span>
          <span className="clip" data-words="data">
            {name}
          </span>
          <span className="muted contents">{messages.contents(countOf('client'), countOf('user'))}</span>
          <Icon of={ChevronDown} small />
        </>
      }
    >
      {(close) => <Workspaces onClose={close} />}
    </Popover>
  );
}

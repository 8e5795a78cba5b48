import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { RecentWorkspace } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { runsQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { Verdict } from '../../ui/verdict.tsx';
import { formatTime } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { filePath } from '../../workbench/addresses.ts';
import { runCommand } from '../../workbench/commands.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { openWorkspace } from '../../workbench/open-workspace.ts';
import { homeImportPath } from './checklist.ts';

const messages = sharedMessages.home;
const maxRuns = 6;

/** The last runs of flows. */
export function RecentRuns() {
  const api = useApi();
  const runs = useQuery(runsQuery(api)).data ?? [];
  const newest = runs.toSorted((left, right) => right.number - left.number).slice(0, maxRuns);
  return (
    <section className="home-part" aria-labelledby="recent-runs">
      <h2 id="recent-runs" className="title">
        {messages.runs}
      </h2>
      {newest.length === 0 ? <p className="muted">{messages.noRuns}</p> : null}
      <ul className="lines">
        {newest.map((run) => (
          <li key={run.id} className="row">
            <button
              type="button"
              className="lnk mono"
              onClick={() => openLink(`/flows/${encodeURIComponent(run.id)}`)}
            >
              {run.number} {run.kind}
            </button>
            <span className="mono muted clip">{run.clientId}</span>
            <span className="push" />
            {run.state === 'passed' || run.state === 'failed' ? (
              <Verdict of={run.state} bare />
            ) : (
              <span className="ref">{sharedMessages.runs.states[run.state]}</span>
            )}
            <span className="ref mono">{formatTime(run.startedAtMillis)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Files with text that was typed and not saved. */
export function Drafts() {
  const { orpc } = useApi();
  const files = useQuery(orpc.workspace.files.queryOptions({ staleTime: 1_000 })).data ?? [];
  const drafts = files.filter(({ hasDraft }) => hasDraft);
  if (drafts.length === 0) return null;
  return (
    <section className="home-part" aria-labelledby="drafts">
      <h2 id="drafts" className="title">
        {messages.drafts}
      </h2>
      <ul className="lines">
        {drafts.map(({ file }) => (
          <li key={file} className="row">
            <i className="dot c-accent" />
            <button type="button" className="lnk mono wrap" onClick={() => openLink(filePath(file))}>
              {file}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WorkspaceLine({ workspace }: { readonly workspace: RecentWorkspace }) {
  const { client, orpc } = useApi();
  const queryClient = useQueryClient();
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
          <Button small kind="ghost" icon={X} label={messages.forget(name)} onPress={() => forget.mutate()} />
        )}
      </span>
      <span className="ref mono wrap">{directory}</span>
    </li>
  );
}

/** The workspaces that were opened before, and the ways to another. */
export function Workspaces() {
  const { orpc } = useApi();
  const recent = useQuery(orpc.installation.recent.queryOptions({ staleTime: 2_000 })).data ?? [];
  return (
    <section className="home-part" aria-labelledby="workspaces">
      <div className="row">
        <h2 id="workspaces" className="title">
          {messages.workspaces}
        </h2>
        <span className="push" />
        <Button small kind="ghost" onPress={() => runCommand('file.new')}>
          {messages.newWorkspace}
        </Button>
        <Button small kind="ghost" onPress={() => runCommand('file.open')}>
          {messages.openWorkspace}
        </Button>
      </div>
      {recent.length === 0 ? <p className="muted">{messages.noWorkspaces}</p> : null}
      <ul className="lines">
        {recent.map((workspace) => (
          <WorkspaceLine key={workspace.directory} workspace={workspace} />
        ))}
      </ul>
      <button type="button" className="lnk own-link" onClick={() => openLink(homeImportPath)}>
        {messages.bring}
      </button>
    </section>
  );
}

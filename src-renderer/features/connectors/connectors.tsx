import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAppStatus } from '#renderer/api/live.ts';
import { toProblem } from '#renderer/api/problem.ts';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { type LoadedFile, useFile, useLoadedFile } from '#renderer/workbench/file-draft/use-file.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { ConnectorList } from './connector-list.tsx';
import { useKeptStudio } from './kept-studios.ts';
import { StudioScreen } from './studio-screen.tsx';
import { useStudio } from './use-studio.ts';
import './connector-studio.css';

function OpenedConnector({ file, loaded }: { readonly file: string; readonly loaded: LoadedFile }) {
  const { view } = useKeptStudio(file);
  const state = useFile(file, loaded, { hasEditor: view === 'json' });
  return <StudioScreen studio={useStudio(file, state)} />;
}

function LoadedConnector({ file }: { readonly file: string }) {
  const loaded = useLoadedFile(file);
  if (loaded.error !== null) return <ProblemNote problem={toProblem(loaded.error)} />;
  if (loaded.data === undefined) return <div className="screen-loading" />;
  return <OpenedConnector file={file} loaded={loaded.data} />;
}

function AllConnectors() {
  const { orpc } = useApi();
  const revision = useAppStatus()?.workspaceRevision ?? 0;
  const systems = useQuery({
    ...orpc.connectors.systems.queryOptions(),
    queryKey: [...orpc.connectors.systems.queryKey(), revision],
    placeholderData: (before) => before,
  });
  if (systems.error !== null) return <ProblemNote problem={toProblem(systems.error)} />;
  if (systems.data === undefined) return <div className="screen-loading" />;
  return <ConnectorList systems={systems.data} />;
}

/** The connectors of the workspace, and the studio of each. */
export function Connectors() {
  const { address } = useTab();
  const rest = address?.rest ?? '';
  if (rest === '') return <AllConnectors />;
  const file = `connectors/${rest}`;
  return <LoadedConnector key={file} file={file} />;
}

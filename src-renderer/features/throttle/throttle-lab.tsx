import { useQuery } from '@tanstack/react-query';
import { Gauge, Plus } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAppStatus } from '#renderer/api/live.ts';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { filePath } from '#renderer/workbench/addresses.ts';
import { type LoadedFile, useFile, useLoadedFile } from '#renderer/workbench/file-draft/use-file.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import { useTab, useTabLabel } from '#renderer/workbench/tab-context.tsx';
import { TemplateButton } from '#renderer/workbench/template-dialog.tsx';
import type { ThrottleRoute, TracedTraffic } from '#shared/api/index.ts';
import { type EditOrder, useEditOrder } from './edit-order.ts';
import { LabScreen } from './lab-screen.tsx';
import { type NextTraffic, useNextTraffic } from './next-traffic.ts';
import { type Policy, type PolicyView, usePolicy } from './policy/use-policy.ts';
import { NewRouteDialog } from './routes/new-route-dialog.tsx';
import { restoreTrafficDrafts, trafficName, useOpenedTraffic, useTraffic } from './traffic/use-traffic.ts';
import { useLab } from './use-lab.ts';
import './throttle-lab.css';
import { labMessages } from './words.ts';

const messages = labMessages.throttle;

interface TrafficFile {
  readonly file: string;
  readonly name: string;
}

interface Parts {
  readonly route: ThrottleRoute;
  readonly routes: readonly ThrottleRoute[];
  readonly files: readonly TrafficFile[];
  readonly policy: Policy;
  readonly edits: EditOrder;
  readonly next: NextTraffic;
}

function WithTraffic({
  file,
  opened,
  ...parts
}: Parts & { readonly file: string; readonly opened: TracedTraffic }) {
  const lab = useLab({ ...parts, traffic: useTraffic(file, opened, parts.edits) });
  return <LabScreen lab={lab} files={parts.files} />;
}

function WithoutTraffic(parts: Parts) {
  const lab = useLab({ ...parts, traffic: null });
  return <LabScreen lab={lab} files={parts.files} />;
}

/** The traffic of the address; else the one called as the route is; else the first. */
function trafficFile(
  files: readonly TrafficFile[],
  wanted: string | null,
  route: ThrottleRoute,
): string | null {
  const own = route.id.replace(/^\d+-/, '');
  const found =
    files.find(({ file }) => trafficName(file) === wanted?.replace(/\.json$/, '')) ??
    files.find(({ file }) => trafficName(file) === own) ??
    files[0];
  return found?.file ?? null;
}

function OpenedRoute({
  loaded,
  ...given
}: Omit<Parts, 'policy' | 'edits' | 'next'> & { readonly loaded: LoadedFile }) {
  const { route, files } = given;
  const { address } = useTab();
  const [view, setView] = useState<PolicyView>('form');
  const edits = useEditOrder();
  const file = useFile(route.file, loaded, { hasEditor: view === 'json' });
  const policy = usePolicy({
    fileName: route.file,
    file,
    view,
    setView,
    onChange: () => edits.note(route.file),
  });
  const chosen = trafficFile(files, address?.query.get('traffic') ?? null, route);
  const opened = useOpenedTraffic(chosen);
  const next = useNextTraffic(opened.data?.file ?? null, chosen);
  const parts = { ...given, policy, edits, next };
  if (opened.error !== null && chosen !== null)
    return (
      <div className="lab">
        <ProblemNote
          problem={toProblem(opened.error)}
          actions={
            <Button small onPress={() => openLink(filePath(chosen))}>
              {labMessages.traffic.openFile}
            </Button>
          }
        />
        <WithoutTraffic {...parts} />
      </div>
    );
  if (chosen === null) return <WithoutTraffic {...parts} />;
  if (opened.data === undefined) return <div className="screen-loading" />;
  const shown = opened.data;
  return <WithTraffic key={shown.file} file={shown.file} opened={shown.traffic} {...parts} />;
}

function LoadedRoute(given: Omit<Parts, 'policy' | 'edits' | 'next'>) {
  const loaded = useLoadedFile(given.route.file);
  if (loaded.error !== null) return <ProblemNote problem={toProblem(loaded.error)} />;
  if (loaded.data === undefined) return <div className="screen-loading" />;
  return <OpenedRoute loaded={loaded.data} {...given} />;
}

function NoRoutes() {
  const [isAdding, setIsAdding] = useState(false);
  useTabLabel(sharedMessages.nav.throttle);
  return (
    <>
      <Empty
        icon={Gauge}
        title={messages.emptyTitle}
        text={messages.emptyText}
        actions={
          <>
            <Button kind="ink" icon={Plus} onPress={() => setIsAdding(true)}>
              {messages.newRoute}
            </Button>
            <TemplateButton kind="route" />
          </>
        }
      />
      {isAdding ? <NewRouteDialog routes={[]} onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}

/** The throttle lab: the effect of a policy on traffic, before and after it goes live. */
export function ThrottleLab() {
  const { orpc } = useApi();
  const { address } = useTab();
  const status = useAppStatus();
  const revision = status?.workspaceRevision ?? 0;
  if (status !== undefined) restoreTrafficDrafts(status.workspaceId);
  const routes = useQuery({
    ...orpc.throttle.routes.queryOptions(),
    queryKey: [...orpc.throttle.routes.queryKey(), revision],
    placeholderData: (before) => before,
  });
  const traffics = useQuery({
    ...orpc.throttle.traffics.queryOptions(),
    queryKey: [...orpc.throttle.traffics.queryKey(), revision],
    placeholderData: (before) => before,
  });
  const problem = routes.error ?? traffics.error;
  if (problem !== null) return <ProblemNote problem={toProblem(problem)} />;
  if (routes.data === undefined || traffics.data === undefined) return <div className="screen-loading" />;
  const wanted = `routes/${address?.rest ?? ''}`;
  const route = routes.data.find(({ file }) => file === wanted) ?? routes.data[0];
  if (route === undefined) return <NoRoutes />;
  return <LoadedRoute key={route.file} route={route} routes={routes.data} files={traffics.data} />;
}

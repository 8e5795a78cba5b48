import { lazy, Suspense, useEffect, useState } from 'react';
import { useApi } from '../api/api-context.tsx';
import { connection } from '../api/connection.ts';
import { useAppStatus, useLiveEngine } from '../api/live.ts';
import { useStore } from '../api/store.ts';
import { prepareWire, WireStrip } from '../features/wire/wire-strip.tsx';
import { AnnouncerRegion } from '../ui/announcer.tsx';
import { prepared } from '../ui/prepared.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { layout } from '../workbench/layout-store.ts';
import { useKeys } from '../workbench/use-keys.ts';
import { useLayoutSync } from '../workbench/use-layout-sync.ts';
import { Banners } from './banners.tsx';
import { DesktopLink } from './desktop/desktop-link.ts';
import { DropZone } from './drop/drop-zone.tsx';
import { MovedStateDialog } from './moved-state.tsx';
import { Navigation } from './navigation.tsx';
import { Panes } from './panes.tsx';
import { preloadScreens } from './screens.tsx';
import { SessionScreen } from './session-screen.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';
import { useExportZip } from './use-export-zip.ts';
import { useLeavingToasts } from './use-leaving-toasts.ts';
import { useSessionCommands } from './use-session-commands.ts';
import { useWindowCommands, type WorkspaceDialogKind } from './use-window-commands.ts';
import { useWholeTexts } from './whole-texts.ts';
import './shell.css';

const palette = prepared(async () => (await import('./palette/palette.tsx')).Palette);
const CheatSheet = lazy(async () => ({ default: (await import('./cheat-sheet.tsx')).CheatSheet }));
const WorkspaceDialog = lazy(async () => ({
  default: (await import('../features/workspace/workspace-dialog.tsx')).WorkspaceDialog,
}));

/** Each drop is one of its own: the dialog for an earlier one gives way to it. */
interface DroppedZip {
  readonly file: File;
  readonly atMillis: number;
}

type Opened =
  | { readonly kind: 'palette'; readonly initial: string }
  | { readonly kind: 'keys' }
  | { readonly kind: 'workspace'; readonly act: WorkspaceDialogKind; readonly zip?: DroppedZip };

function OpenedDialog({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }) {
  if (opened.kind === 'palette') return <palette.Component initial={opened.initial} onClose={onClose} />;
  if (opened.kind === 'keys') return <CheatSheet onClose={onClose} />;
  const { act, zip } = opened;
  return <WorkspaceDialog key={zip?.atMillis ?? act} act={act} zip={zip?.file ?? null} onClose={onClose} />;
}

/** Delay after the first screen when nothing else is to do, in milliseconds. */
const preloadAfterMillis = 1_000;

/** True if the user asked for reduced data usage; a browser that does not report it counts as no. */
function savesData(): boolean {
  const told: Navigator & { readonly connection?: { readonly saveData?: boolean } } = navigator;
  return told.connection?.saveData === true;
}

/** Fetches the other screens, the palette and the wire once the first screen is there, unless the person saves data. */
function usePreloading(): void {
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(() => {
      requestIdleCallback(() => {
        // A screen that could not be fetched now is fetched when it is needed, and reports any failure then.
        preloadScreens()
          .then(() => Promise.all([palette.prepare(), prepareWire()]))
          .catch(() => undefined);
      });
    }, preloadAfterMillis);
    return () => clearTimeout(timer);
  }, []);
}

/** The window: title, areas, open tabs, the wire, the status. */
function Window() {
  useLiveEngine();
  useLayoutSync();
  useKeys();
  usePreloading();
  useWholeTexts();
  useLeavingToasts();
  const { host } = useApi();
  const status = useAppStatus();
  const state = useStore(connection);
  const { isWireOpen } = useStore(layout);
  const [opened, setOpened] = useState<Opened | null>(null);
  const openPalette = (initial: string) => setOpened({ kind: 'palette', initial });
  useSessionCommands();
  useWindowCommands(
    {
      openPalette,
      openCheatSheet: () => setOpened({ kind: 'keys' }),
      openWorkspaceDialog: (act) => setOpened({ kind: 'workspace', act }),
    },
    useExportZip(),
  );
  return (
    <div className={(status?.activeWeaknesses ?? 0) > 0 ? 'shell weak' : 'shell'}>
      <TitleBar onSearch={() => openPalette('')} />
      <Navigation />
      <Banners connection={state} status={status} />
      <main aria-label={sharedMessages.product}>
        <Panes />
      </main>
      <WireStrip
        isOpen={isWireOpen}
        onToggle={() => layout.update((current) => ({ ...current, isWireOpen: !current.isWireOpen }))}
      />
      <StatusBar status={status} />
      <ToastRegion />
      <AnnouncerRegion />
      <DropZone
        onZip={(file) =>
          setOpened({ kind: 'workspace', act: 'import', zip: { file, atMillis: performance.now() } })
        }
      />
      {host === 'electron' ? <DesktopLink /> : null}
      <MovedStateDialog />
      <Suspense fallback={null}>
        {opened === null ? null : <OpenedDialog opened={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  );
}

/** The window, or the screen that says how to get a new link. */
export function Shell() {
  return useStore(connection) === 'refused' ? <SessionScreen /> : <Window />;
}

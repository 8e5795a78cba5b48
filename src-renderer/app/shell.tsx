import { useState } from 'react';
import { connection } from '../api/connection.ts';
import { useAppStatus, useLiveEngine } from '../api/live.ts';
import { useStore } from '../api/store.ts';
import { WireStrip } from '../features/wire/wire-strip.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { Banners } from './banners.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Navigation } from './navigation.tsx';
import { Routes } from './routes.tsx';
import { SessionScreen } from './session-screen.tsx';
import { StatusBar } from './status-bar.tsx';
import { strings } from './strings.ts';
import { TitleBar } from './title-bar.tsx';
import './shell.css';

/** The window: title, areas, the screen, the wire, the status. */
function Window() {
  useLiveEngine();
  const status = useAppStatus();
  const state = useStore(connection);
  const [isWireOpen, setIsWireOpen] = useState(false);
  const toggleWire = () => setIsWireOpen((isOpen) => !isOpen);
  useShortcuts({ 'ctrl+j': toggleWire });
  return (
    <div className={status?.profile === 'training' ? 'shell training' : 'shell'}>
      <TitleBar />
      <Navigation />
      <Banners connection={state} status={status} />
      <main aria-label={strings.flows.title}>
        <ErrorBoundary>
          <Routes />
        </ErrorBoundary>
      </main>
      <WireStrip isOpen={isWireOpen} onToggle={toggleWire} />
      <StatusBar status={status} />
      <ToastRegion />
    </div>
  );
}

/** The window, or the screen that says how to get a new link. */
export function Shell() {
  return useStore(connection) === 'refused' ? <SessionScreen /> : <Window />;
}

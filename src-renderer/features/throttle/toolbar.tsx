import { Play, Plus, Redo2, RefreshCw, Send, Square, Undo2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useStore } from '#renderer/api/store.ts';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { useDelayed } from '#renderer/ui/use-delayed.ts';
import { useSettled } from '#renderer/ui/use-settled.ts';
import { filePath, throttlePath } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { TemplateButton } from '#renderer/workbench/template-dialog.tsx';
import { SendDialog } from './live/send-dialog.tsx';
import { setSimulatesAsTyped, simulatesAsTyped } from './results/live-choice.ts';
import { lengthText } from './seconds.ts';
import type { Lab } from './use-lab.ts';
import { labMessages } from './words.ts';

const messages = labMessages.throttle;

const shownOptions = (['simulated', 'live', 'both'] as const).map((id) => ({
  id,
  label: messages.shownNames[id],
}));

function RouteChoice({ lab, onNew }: { readonly lab: Lab; readonly onNew: () => void }) {
  const { navigate } = useTab();
  const { route, routes, policy } = lab;
  const baseName = route.file.split('/').at(-1) ?? route.file;
  const options = routes.map(({ file, name, problems }) => {
    const isBroken = problems.some(({ severity }) => severity === 'error');
    return { id: file, label: name, ...(isBroken ? { note: messages.routeBroken } : {}) };
  });
  return (
    <span className="row tight lab-route">
      <Select
        label={messages.route}
        options={options}
        value={route.file}
        onChange={(file) => navigate(throttlePath(file))}
      />
      <button
        type="button"
        className="lnk mono"
        aria-label={messages.openFile(baseName)}
        onClick={() => openLink(filePath(route.file))}
      >
        {baseName}
      </button>
      {policy.file.isDirty ? (
        <>
          <i className="dot c-accent" />
          <span className="vh">{messages.notSaved}</span>
        </>
      ) : null}
      <SmallGhostButton icon={Plus} label={messages.newRoute} onPress={onNew} />
      <TemplateButton kind="route" isIcon />
    </span>
  );
}

/** Lets each edit be simulated by itself. */
function AsTyped() {
  const isOn = useStore(simulatesAsTyped);
  return (
    <SmallGhostButton
      icon={RefreshCw}
      label={messages.asTyped}
      isPressed={isOn}
      onPress={() => setSimulatesAsTyped(!isOn)}
    />
  );
}

interface ActsProps {
  /** The main act, which has one place and one width whatever is looked at. */
  readonly main: ReactNode;
  /** Another act beside it; null: there is none. */
  readonly other: ReactNode;
  readonly children: ReactNode;
}

/** The other act stands first: what comes and goes there moves nothing else in a bar that ends at the right. */
function Acts({ main, other, children }: ActsProps) {
  return (
    <>
      {other}
      {children}
      <span className="lab-main">{main}</span>
    </>
  );
}

/** Simulate or send; and the way out while it goes on, whatever route it was begun on. */
function MainActs({ lab, children }: { readonly lab: Lab; readonly children: ReactNode }) {
  const [isAsking, setIsAsking] = useState(false);
  const { simulation, live, traffic, shown } = lab;
  const duration = lengthText(traffic?.traffic.durationSeconds ?? 60);
  const send = () => {
    // Sending within this machine needs no confirmation.
    if (lab.route.isUpstreamElsewhere) setIsAsking(true);
    else lab.send(false);
  };
  const isLong = useDelayed(simulation.share !== null);
  const canPress = useSettled(isLong ? 'cancel' : 'simulate');
  const canPressSending = useSettled(live.isRunning ? 'stop' : 'send');
  // Its place is that of Simulate and never that of Stop: an act must not change under the pointer.
  const simulate = isLong ? (
    <Button
      kind={shown === 'simulated' ? 'ink' : 'quiet'}
      icon={X}
      disabled={!canPress}
      onPress={simulation.cancel}
    >
      {messages.cancel}
    </Button>
  ) : (
    <Button
      kind={shown === 'simulated' ? 'ink' : 'quiet'}
      icon={Play}
      keyHint="ctrl+enter"
      disabled={!lab.canSimulate || !canPress}
      onPress={lab.simulate}
    >
      {messages.simulate(duration)}
    </Button>
  );
  const stop = live.isRunning ? (
    <Button kind="ink" icon={Square} disabled={!canPressSending} onPress={live.stop}>
      {live.elsewhere === null ? messages.stop : messages.stopElsewhere(live.elsewhere)}
    </Button>
  ) : null;
  if (shown === 'simulated')
    return (
      <Acts main={simulate} other={stop}>
        {children}
      </Acts>
    );
  const sending = stop ?? (
    <Button
      kind="ink"
      icon={Send}
      disabled={!lab.isGatewayRunning || traffic === null || !canPressSending}
      onPress={send}
    >
      {messages.send}
    </Button>
  );
  return (
    <>
      <Acts main={sending} other={shown === 'both' || isLong ? simulate : null}>
        {children}
      </Acts>
      {isAsking ? <SendDialog lab={lab} onClose={() => setIsAsking(false)} /> : null}
    </>
  );
}

export interface LabToolbarProps {
  readonly lab: Lab;
  readonly onNew: () => void;
  readonly onApply: () => void;
}

/** The route, the view, and the actions. */
export function LabToolbar({ lab, onNew, onApply }: LabToolbarProps) {
  const { policy } = lab;
  return (
    <div className="toolbar lab-bar">
      <h1 className="vh">{messages.title}</h1>
      <RouteChoice lab={lab} onNew={onNew} />
      <span className="push row wraps lab-acts">
        <MainActs lab={lab}>
          <SmallGhostButton icon={Undo2} label={messages.undo} onPress={lab.undo} />
          <SmallGhostButton icon={Redo2} label={messages.redo} onPress={lab.redo} />
          <AsTyped />
          <Segmented
            label={messages.shown}
            options={shownOptions}
            value={lab.shown}
            onChange={lab.setShown}
          />
          <Button
            icon={Send}
            disabled={!policy.file.isDirty || policy.file.saved.isReadOnly}
            onPress={onApply}
          >
            {messages.apply}
          </Button>
        </MainActs>
      </span>
    </div>
  );
}

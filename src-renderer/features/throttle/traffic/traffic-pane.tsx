import { Ellipsis, Plus, Save, Zap } from 'lucide-react';
import { useState } from 'react';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { filePath, throttlePath } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { Changes } from './changes.tsx';
import { ClientList } from './client-list.tsx';
import type { OpenedTraffic } from './traffic-dialog.tsx';
import { claimIn, withBurst, withChange, withClient } from './traffic-document.ts';
import { trafficName } from './use-traffic.ts';

const messages = labMessages.traffic;

export interface TrafficPaneProps {
  readonly lab: Lab;
  readonly files: readonly { readonly file: string; readonly name: string }[];
  readonly onOpen: (opened: OpenedTraffic) => void;
}

const menuEntries = [
  { id: 'new', label: messages.create },
  { id: 'import', label: messages.import },
  { id: 'settings', label: messages.settings },
  { id: 'file', label: messages.openFile },
] as const;

/** Which traffic file, and what can be done with it. */
function FileRow({ lab, files, onOpen }: TrafficPaneProps) {
  const { navigate } = useTab();
  const { traffic, route } = lab;
  return (
    <div className="row tight lab-file">
      <Select
        label={messages.choose}
        mono
        options={files.map(({ file }) => ({ id: file, label: trafficName(file) }))}
        value={traffic?.file ?? null}
        onChange={(file) => navigate(throttlePath(route.file, file))}
      />
      <span className="push row tight">
        {traffic?.isDirty === true ? (
          <SmallGhostButton icon={Save} label={messages.save} onPress={traffic.save} />
        ) : null}
        <Menu
          label={messages.more}
          icon={Ellipsis}
          entries={traffic === null ? menuEntries.slice(0, 2) : menuEntries}
          onAction={(id) => {
            if (id !== 'file') onOpen({ kind: id });
            else if (traffic !== null) openLink(filePath(traffic.file));
          }}
        />
      </span>
    </div>
  );
}

function NoTraffic({ onOpen }: Pick<TrafficPaneProps, 'onOpen'>) {
  return (
    <div className="lab-form">
      <p className="strong">{messages.none}</p>
      <p className="help">{messages.noneText}</p>
      <span className="row wraps">
        <Button small onPress={() => onOpen({ kind: 'new' })}>
          {messages.create}
        </Button>
        <SmallGhostButton onPress={() => onOpen({ kind: 'import' })}>{messages.import}</SmallGhostButton>
      </span>
    </div>
  );
}

/** The clients that send requests, their frequency, and the changes over time. */
export function TrafficPane({ lab, files, onOpen }: TrafficPaneProps) {
  const [chosen, setChosen] = useState(0);
  const { traffic, policy, charts } = lab;
  const claim = claimIn(policy.form?.mapper ?? '');
  const designed = traffic?.traffic ?? null;
  const index = Math.min(chosen, Math.max(0, (designed?.clients.length ?? 0) - 1));
  const client = designed?.clients[index];
  const instant = charts.cursor?.atSeconds ?? (designed === null ? 0 : designed.durationSeconds / 2);
  return (
    <section className="lab-traffic" aria-label={messages.title}>
      <PaneHead title={messages.title}>
        {designed === null ? null : (
          <span className="push row tight">
            {client === undefined ? null : (
              <>
                <SmallGhostButton
                  icon={Zap}
                  onPress={() => lab.editTraffic(withBurst(designed, index, instant))}
                >
                  {messages.burst}
                </SmallGhostButton>
                <SmallGhostButton
                  onPress={() => {
                    const attributes = { [claim ?? 'status']: null };
                    const change = { atSeconds: instant, client: client.id, attributes };
                    lab.editTraffic(withChange(designed, change));
                  }}
                >
                  {messages.change}
                </SmallGhostButton>
              </>
            )}
            <SmallGhostButton
              icon={Plus}
              onPress={() => {
                lab.editTraffic(withClient(designed));
                setChosen(designed.clients.length);
                onOpen({ kind: 'client', index: designed.clients.length });
              }}
            >
              {messages.client}
            </SmallGhostButton>
          </span>
        )}
      </PaneHead>
      <FileRow lab={lab} files={files} onOpen={onOpen} />
      {traffic === null ? (
        <NoTraffic onOpen={onOpen} />
      ) : (
        <>
          <ClientList
            traffic={traffic}
            claim={claim}
            chosen={index}
            onChoose={setChosen}
            onEdit={(at) => onOpen({ kind: 'client', index: at })}
          />
          <Changes lab={lab} traffic={traffic.traffic} claim={claim} />
        </>
      )}
    </section>
  );
}

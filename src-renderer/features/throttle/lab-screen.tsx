import { useState } from 'react';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { Tabs } from '#renderer/ui/tabs.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { useNarrow } from '#renderer/ui/use-narrow.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { ChangedOutside } from '#renderer/workbench/file-draft/changed-outside.tsx';
import { MergeDialog } from '#renderer/workbench/file-draft/merge-dialog.tsx';
import { useTabLabel } from '#renderer/workbench/tab-context.tsx';
import { PolicyPane } from './policy/policy-pane.tsx';
import { ChartsPane } from './results/charts-pane.tsx';
import { NewRouteDialog } from './routes/new-route-dialog.tsx';
import { LabToolbar } from './toolbar.tsx';
import { type OpenedTraffic, TrafficDialog } from './traffic/traffic-dialog.tsx';
import { TrafficPane, type TrafficPaneProps } from './traffic/traffic-pane.tsx';
import type { Lab } from './use-lab.ts';
import { useLabCommands } from './use-lab-commands.ts';
import { WhyPane } from './why/why-pane.tsx';
import { labMessages } from './words.ts';

const messages = labMessages.throttle;

const tabs = (['policy', 'traffic', 'charts', 'why'] as const).map((id) => ({
  id,
  label: messages.paneNames[id],
}));

function WidePanes({ lab, files, onOpen }: TrafficPaneProps) {
  return (
    <div className={lab.policy.view === 'form' ? 'lab-grid' : 'lab-grid wide-left'}>
      <div className="lab-left">
        <PolicyPane lab={lab} />
        <TrafficPane lab={lab} files={files} onOpen={onOpen} />
      </div>
      <ChartsPane lab={lab} />
      <WhyPane lab={lab} />
    </div>
  );
}

function NarrowPanes({ lab, files, onOpen }: TrafficPaneProps) {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('policy');
  return (
    <Tabs label={messages.panes} tabs={tabs} selected={tab} onSelect={setTab}>
      {tab === 'policy' ? <PolicyPane lab={lab} /> : null}
      {tab === 'traffic' ? <TrafficPane lab={lab} files={files} onOpen={onOpen} /> : null}
      {tab === 'charts' ? <ChartsPane lab={lab} /> : null}
      {tab === 'why' ? <WhyPane lab={lab} /> : null}
    </Tabs>
  );
}

/** Notes about the file itself: it could not be written, or was changed outside. */
function FileNotes({ lab, onMerge }: { readonly lab: Lab; readonly onMerge: () => void }) {
  const { problem } = lab.policy.file;
  return (
    <>
      {problem === null ? null : <ProblemNote problem={problem} />}
      <ChangedOutside state={lab.policy.file} onMerge={onMerge} />
    </>
  );
}

/** Saves the route, so that the gateway runs it, and the traffic with it; a conflict opens both versions. */
function useApply(lab: Lab, onConflict: () => void) {
  return () => {
    if (lab.traffic?.isDirty === true) lab.traffic.save();
    if (!lab.policy.file.isDirty) return;
    void lab.policy.file.save().then((outcome) => {
      if (outcome === 'conflict') onConflict();
    });
  };
}

/** Below this width of the lab, in rem, its parts become tabs: three beside each other would leave the charts no room. */
const narrowRem = 66;

/** The lab with a route in it. */
export function LabScreen({ lab, files }: Omit<TrafficPaneProps, 'onOpen'>) {
  const [element, isNarrow] = useNarrow(narrowRem);
  const [opened, setOpened] = useState<'new' | 'merge' | OpenedTraffic | null>(null);
  const Panes = isNarrow ? NarrowPanes : WidePanes;
  const { file, fileName } = lab.policy;
  const apply = useApply(lab, () => setOpened('merge'));
  const onNew = () => setOpened('new');
  useTabLabel(lab.route.name, file.isDirty || lab.traffic?.isDirty === true);
  useLabCommands(lab, { onNew, onApply: apply });
  return (
    <div ref={element} className="lab">
      <LabToolbar lab={lab} onNew={onNew} onApply={apply} />
      <FileNotes lab={lab} onMerge={() => setOpened('merge')} />
      <Panes lab={lab} files={files} onOpen={setOpened} />
      {opened === null || typeof opened === 'string' ? null : (
        <TrafficDialog lab={lab} opened={opened} onClose={() => setOpened(null)} />
      )}
      {opened === 'new' ? <NewRouteDialog routes={lab.routes} onClose={() => setOpened(null)} /> : null}
      {opened === 'merge' ? (
        <MergeDialog
          file={fileName}
          baseText={file.saved.text}
          mineText={file.text}
          onClose={() => setOpened(null)}
          onMerged={(text, theirs) => {
            file.takeMerged(text, theirs);
            setOpened(null);
            toast(sharedMessages.merge.done);
          }}
        />
      ) : null}
    </div>
  );
}

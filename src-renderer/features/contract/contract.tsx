import { useRef, useState } from 'react';
import { FileChooser } from '#renderer/ui/file-chooser.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { Tabs } from '#renderer/ui/tabs.tsx';
import { useFileDrop } from '#renderer/ui/use-file-drop.ts';
import { useDroppedFile } from '#renderer/workbench/dropped-file.ts';
import { useTab, useTabLabel } from '#renderer/workbench/tab-context.tsx';
import { lintSources } from '#shared/contract/lint-sources.ts';
import { acceptOf } from '#shared/files/index.ts';
import { BetweenTab } from './between-tab.tsx';
import { ContractToolbar, reportFormats } from './contract-toolbar.tsx';
import { DateDialog } from './date-dialog.tsx';
import { findingsAt, openFindings } from './findings.ts';
import { FindingsTab } from './findings-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { IgnoreDialog } from './ignore-dialog.tsx';
import { Loading } from './loading.tsx';
import { SourcesTab } from './sources-tab.tsx';
import { type Contract as KnownContract, useContract } from './use-contract.ts';
import { useContractKeys } from './use-contract-keys.ts';
import { useFindingList } from './use-finding-list.ts';
import { useParts } from './use-parts.ts';
import { useSaving } from './use-saving.ts';
import { useSourceUpload } from './use-source-upload.ts';
import { type ContractTab, contractTabs } from './view.ts';
import { messages } from './words.ts';
import './contract-history.css';

const accepted = acceptOf(Object.values(lintSources));

function labelsOf({ state }: KnownContract, date: string): Readonly<Record<ContractTab, string>> {
  return {
    history: messages.tabs.history,
    between: messages.tabs.between,
    findings: messages.tabs.findings(openFindings(findingsAt(state.findings, date)).length),
    sources: messages.tabs.sources(state.sources.length),
  };
}

function Loaded({ contract }: { readonly contract: KnownContract }) {
  const { view, change, viewOf } = useParts();
  const root = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<'date' | 'ignore' | null>(null);
  const { state, acts } = contract;
  const date = view.at ?? state.contractDate;
  const upload = useSourceUpload(state.sources);
  const { isNarrow } = useTab();
  const list = useFindingList(state.findings, {
    view: viewOf('findings'),
    isFirstChosen: !isNarrow,
    date,
    change,
  });
  const saving = useSaving(view.at);
  const add = (files: readonly File[]) => {
    change({ tab: 'sources' });
    upload.add(files);
  };
  useDroppedFile('contract', (file) => add([file]));
  const choose = () => chooser.current?.click();
  const close = () => setOpened(null);
  useContractKeys({
    list,
    acts,
    field,
    root,
    ignore: () => setOpened('ignore'),
    add: choose,
    setDate: () => setOpened('date'),
    formats: reportFormats,
    save: saving.report,
  });
  // A file may be dropped anywhere on the screen.
  const dropping = useFileDrop(add).handlers;
  const part = { contract, view, change, date, field };
  const bar = { contract, view, change, date, saving, list };
  const labels = labelsOf(contract, date);
  return (
    <div className="ch" ref={root} {...dropping}>
      <ContractToolbar {...bar} onDate={() => setOpened('date')} />
      <Tabs
        label={messages.parts}
        tabs={contractTabs.map((id) => ({ id, label: labels[id] }))}
        selected={view.tab}
        onSelect={(tab) => change({ tab })}
      >
        {view.tab === 'history' ? <HistoryTab {...part} /> : null}
        {view.tab === 'between' ? <BetweenTab {...part} /> : null}
        {view.tab === 'findings' ? <FindingsTab {...part} list={list} onSample={upload.addSample} /> : null}
        {view.tab === 'sources' ? <SourcesTab {...part} upload={upload} onChoose={choose} /> : null}
      </Tabs>
      <FileChooser ref={chooser} label={messages.sources.chooser} accept={accepted} multiple onFiles={add} />
      {opened === 'date' ? (
        <DateDialog contract={contract} date={date} onLook={(at) => change({ at })} onClose={close} />
      ) : null}
      {opened === 'ignore' && list.row?.kind === 'finding' ? (
        <IgnoreDialog finding={list.row.finding} acts={acts} onClose={close} />
      ) : null}
    </div>
  );
}

/** The dated changes of the platform's contract, and what of them the work in this workspace runs into. */
export function Contract() {
  useTabLabel(messages.title);
  const { contract, problem } = useContract();
  if (contract !== undefined) return <Loaded contract={contract} />;
  return problem === null ? <Loading /> : <ProblemNote problem={problem} />;
}

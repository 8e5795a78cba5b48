import { CalendarDays, X } from 'lucide-react';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { contractHistories, contractReports } from '#shared/exports/index.ts';
import { idsOf } from '#shared/files/index.ts';
import { filterEntries } from './entries.ts';
import { ExportMenu } from './export-menu.tsx';
import { FixActs } from './fix-acts.tsx';
import type { Contract } from './use-contract.ts';
import type { FindingList } from './use-finding-list.ts';
import type { HistoryFormat, Saving } from './use-saving.ts';
import type { ContractView } from './view.ts';
import { messages } from './words.ts';

export const reportFormats = idsOf(contractReports);
const historyFormats = idsOf(contractHistories);

export interface ContractToolbarProps {
  readonly contract: Contract;
  readonly view: ContractView;
  readonly change: (part: Partial<ContractView>) => void;
  readonly date: string;
  readonly saving: Saving;
  readonly list: FindingList;
  readonly onDate: () => void;
}

/** The day of the contract, and the ways out of the application. */
export function ContractToolbar(props: ContractToolbarProps) {
  const { contract, view, change, date, saving, list, onDate } = props;
  const { state, history, places } = contract;
  const exportHistory = (format: HistoryFormat) => {
    const shown = filterEntries(history.newestFirst, view, { texts: history.texts, places });
    saving.history(
      format,
      shown.map(({ id }) => id),
    );
  };
  return (
    <div className="toolbar">
      <h1 className="title">{messages.title}</h1>
      <Button icon={CalendarDays} onPress={onDate}>
        {messages.date.button(state.contractDate)}
      </Button>
      {date === state.contractDate ? null : (
        <span className="row tight wraps">
          <span className="bind edited">{messages.date.looking(date)}</span>
          <SmallGhostButton icon={X} onPress={() => change({ at: null })}>
            {messages.date.back(state.contractDate)}
          </SmallGhostButton>
        </span>
      )}
      <span className="push" />
      {view.tab === 'history' ? (
        <ExportMenu label={messages.exports.history} formats={historyFormats} onSave={exportHistory} />
      ) : null}
      {view.tab === 'between' ? null : (
        <ExportMenu label={messages.exports.report} formats={reportFormats} onSave={saving.report} />
      )}
      {view.tab === 'findings' ? <FixActs contract={contract} list={list} /> : null}
    </div>
  );
}

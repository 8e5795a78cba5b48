import type { RefObject } from 'react';
import { useCommands } from '#renderer/workbench/commands.ts';
import type { ReportFormat } from './export-menu.tsx';
import { fixable, stepFinding } from './findings.ts';
import type { ContractActs } from './use-contract.ts';
import type { FindingList } from './use-finding-list.ts';
import { messages } from './words.ts';

export interface ContractKeyActs {
  readonly list: FindingList;
  readonly acts: ContractActs;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly ignore: () => void;
  readonly add: () => void;
  readonly setDate: () => void;
  readonly formats: readonly ReportFormat[];
  readonly save: (format: ReportFormat) => void;
}

const grid = '.log-grid';

/** Makes the commands of the screen known; its letters act while the list of findings has the focus. */
export function useContractKeys(options: ContractKeyActs): void {
  const { list, acts, field, root, formats, save } = options;
  const own = messages.findings.commands;
  const chosen = fixable(list.chosen);
  const all = fixable(list.shown);
  const focusGrid = () => root.current?.querySelector<HTMLElement>(grid)?.focus();
  const step = (by: 1 | -1) => () => {
    const at = stepFinding(list.rows, list.cursor, by);
    if (at < 0) return;
    list.move(at, false);
    // The list may only now come into being.
    setTimeout(focusGrid, 0);
  };
  const isNone = list.shown.length === 0;
  const { row } = list;
  const canIgnore = row?.kind === 'finding' && row.finding.ignored === null;
  useCommands([
    { id: 'contract.next', title: own.next, group: 'go', keys: ['f8'], isDisabled: isNone, run: step(1) },
    {
      id: 'contract.previous',
      title: own.previous,
      group: 'go',
      keys: ['shift+f8'],
      isDisabled: isNone,
      run: step(-1),
    },
    {
      id: 'contract.filter',
      title: own.filter,
      group: 'go',
      keys: ['ctrl+f'],
      run: () => field.current?.focus(),
    },
    {
      id: 'contract.fix',
      title: own.fix,
      group: 'edit',
      keys: ['f'],
      within: grid,
      isDisabled: chosen.length === 0,
      run: () => acts.fix(chosen),
    },
    {
      id: 'contract.fix-all',
      title: own.fixAll,
      group: 'edit',
      isDisabled: all.length === 0,
      run: () => acts.fix(all),
    },
    {
      id: 'contract.ignore',
      title: own.ignore,
      group: 'edit',
      keys: ['i'],
      within: grid,
      isDisabled: !canIgnore,
      run: options.ignore,
    },
    { id: 'contract.add', title: own.add, group: 'file', run: options.add },
    { id: 'contract.date', title: own.date, group: 'edit', run: options.setDate },
    ...formats.map((format) => ({
      id: `contract.export-${format}`,
      title: own.export(messages.exports.formats[format]),
      group: 'file' as const,
      run: () => save(format),
    })),
  ]);
}

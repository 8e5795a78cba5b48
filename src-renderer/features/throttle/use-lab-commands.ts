import { type Command, useCommands } from '#renderer/workbench/commands.ts';
import { type LabResultFormat, labResults } from '#shared/exports/index.ts';
import { idsOf } from '#shared/files/index.ts';
import { exportResult } from './results/export-result.ts';
import { setSimulatesAsTyped, simulatesAsTyped } from './results/live-choice.ts';
import type { Lab } from './use-lab.ts';
import { labMessages } from './words.ts';

const messages = labMessages.throttle.commands;

export interface LabActs {
  readonly onNew: () => void;
  readonly onApply: () => void;
}

/** Returns the commands for the results of a simulation. */
function resultCommands({ charts, simulation: { outcome }, route }: Lab): readonly Command[] {
  const save = (format: LabResultFormat) => () => {
    if (outcome !== null) exportResult(outcome, route.id, format);
  };
  return [
    {
      id: 'throttle.previous',
      title: messages.previous,
      group: 'go',
      keys: ['alt+arrowup'],
      isDisabled: !charts.canStep(-1),
      run: () => charts.step(-1),
    },
    {
      id: 'throttle.next',
      title: messages.next,
      group: 'go',
      keys: ['alt+arrowdown'],
      isDisabled: !charts.canStep(1),
      run: () => charts.step(1),
    },
    {
      id: 'throttle.unpin',
      title: messages.unpin,
      group: 'go',
      keys: ['escape'],
      // A popover over the lab closes at the same key.
      isShared: true,
      isDisabled: !charts.isPinned,
      run: charts.unpin,
    },
    ...idsOf(labResults).map(
      (format): Command => ({
        id: `throttle.export-${format}`,
        title: messages.exportAs[format],
        group: 'file',
        isDisabled: outcome === null,
        run: save(format),
      }),
    ),
  ];
}

/** Two simulations beside each other, by the letters that compare exchanges elsewhere. */
function comparisonCommands(lab: Lab): readonly Command[] {
  const { simulation, mark, setMarked } = lab;
  return [
    {
      id: 'throttle.mark',
      title: messages.mark,
      group: 'view',
      keys: ['a'],
      within: '.lab',
      isDisabled: simulation.outcome === null,
      run: () => setMarked(true),
    },
    {
      id: 'throttle.unmark',
      title: messages.unmark,
      group: 'view',
      isDisabled: mark === null,
      run: () => setMarked(false),
    },
    {
      id: 'throttle.compare',
      title: messages.compare,
      group: 'view',
      keys: ['d'],
      within: '.lab',
      isDisabled: !lab.canCompareMarked,
      run: lab.compareMarked,
    },
  ];
}

/** The acts of the lab under their keys. */
export function useLabCommands(lab: Lab, { onNew, onApply }: LabActs): void {
  const { simulation, policy } = lab;
  useCommands([
    {
      id: 'throttle.simulate',
      title: messages.simulate,
      group: 'run',
      keys: ['ctrl+enter'],
      isInMenu: true,
      isDisabled: !lab.canSimulate,
      run: lab.simulate,
    },
    {
      id: 'throttle.as-typed',
      title: messages.asTyped,
      group: 'run',
      run: () => setSimulatesAsTyped(!simulatesAsTyped.get()),
    },
    {
      id: 'throttle.cancel',
      title: messages.cancel,
      group: 'run',
      keys: ['shift+f5'],
      isDisabled: simulation.share === null,
      run: simulation.cancel,
    },
    {
      id: 'throttle.apply',
      title: messages.apply,
      group: 'file',
      keys: ['ctrl+s'],
      isInMenu: true,
      isDisabled: !policy.file.isDirty && lab.traffic?.isDirty !== true,
      run: onApply,
    },
    {
      id: 'throttle.undo',
      title: messages.undo,
      group: 'edit',
      keys: ['ctrl+z'],
      isTextKey: true,
      isDisabled: !lab.canUndo,
      run: lab.undo,
    },
    {
      id: 'throttle.redo',
      title: messages.redo,
      group: 'edit',
      keys: ['ctrl+shift+z', 'ctrl+y'],
      isTextKey: true,
      run: lab.redo,
    },
    ...resultCommands(lab),
    ...comparisonCommands(lab),
    { id: 'throttle.new-route', title: messages.newRoute, group: 'file', run: onNew },
  ]);
}

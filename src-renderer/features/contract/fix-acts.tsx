import { Button } from '#renderer/ui/button.tsx';
import { fixable } from './findings.ts';
import type { Contract } from './use-contract.ts';
import type { FindingList } from './use-finding-list.ts';
import { messages } from './words.ts';

export interface FixActsProps {
  readonly contract: Contract;
  readonly list: FindingList;
}

/** The quick fixes available for the selected findings and for all those shown. */
export function FixActs({ contract, list }: FixActsProps) {
  const { acts } = contract;
  const all = fixable(list.shown);
  const chosen = fixable(list.chosen);
  if (all.length === 0) return null;
  return (
    <>
      {chosen.length > 1 ? (
        <Button disabled={acts.isBusy} onPress={() => acts.fix(chosen)}>
          {messages.findings.fixSelected(chosen.length)}
        </Button>
      ) : null}
      <Button kind="ink" disabled={acts.isBusy} onPress={() => acts.fix(all)}>
        {messages.findings.fixAll(all.length)}
      </Button>
    </>
  );
}

import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import type { Contract } from './use-contract.ts';
import { isDay } from './view.ts';
import { messages } from './words.ts';

export interface DateDialogProps {
  readonly contract: Contract;
  /** The day that is looked at now. */
  readonly date: string;
  readonly onLook: (date: string | null) => void;
  readonly onClose: () => void;
}

/** The day of the contract: the workspace is held to it, or it is only looked at. */
export function DateDialog({ contract, date, onLook, onClose }: DateDialogProps) {
  const [typed, setTyped] = useState(date);
  const { state, acts } = contract;
  const held = state.settings.contract_date;
  const own = messages.date;
  const isRight = isDay(typed);
  const hold = (day: string | null) => {
    acts.setDate(day);
    onLook(null);
    onClose();
  };
  return (
    <Dialog title={own.title} onClose={onClose}>
      <div className="dialog-form">
        <p>{held === undefined ? own.isNewest : own.isHeld(held)}</p>
        <TextField
          label={own.field}
          value={typed}
          isMono
          help={own.help}
          error={isRight ? null : own.wrong}
          onChange={setTyped}
          onEnter={() => {
            if (isRight) hold(typed);
          }}
        />
        <footer className="dialog-acts">
          {held === undefined ? null : (
            <Button kind="ghost" onPress={() => hold(null)}>
              {own.newest}
            </Button>
          )}
          <span className="push" />
          <Button
            disabled={!isRight}
            onPress={() => {
              onLook(typed === state.contractDate ? null : typed);
              onClose();
            }}
          >
            {own.look}
          </Button>
          <Button kind="ink" disabled={!isRight || acts.isBusy} onPress={() => hold(typed)}>
            {own.hold}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

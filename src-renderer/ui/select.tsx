import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';

import { strings } from '../words/strings.ts';

export interface SelectOption {
  readonly id: string;
  readonly label: string;
}

export interface SelectProps {
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  /** Called when the list opens, so that it can be read again. */
  readonly onOpen?: () => void;
  /** Identifiers are evidence and stand in mono. */
  readonly mono?: boolean;
  readonly disabled?: boolean;
}

/** One choice out of a short list. */
export function Select(props: SelectProps) {
  const face = props.mono === true ? ' mono' : '';
  return (
    <AriaSelect
      className="inline select"
      placeholder={strings.common.none}
      value={props.value}
      onChange={(key) => {
        if (key !== null) props.onChange(String(key));
      }}
      onOpenChange={(isOpen) => {
        if (isOpen) props.onOpen?.();
      }}
      isDisabled={props.disabled ?? false}
    >
      <Label>{props.label}</Label>
      <Button className={`sel${face}`}>
        <SelectValue className="clip" />
      </Button>
      <Popover className="pop list-pop" offset={4}>
        <ListBox className="opts" items={props.options}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={`opt${face}`}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

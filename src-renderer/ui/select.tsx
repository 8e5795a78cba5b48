import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';

import { sharedMessages } from '../words/shared-messages.ts';

export interface SelectOption {
  readonly id: string;
  readonly label: string;
  /** It begins a group of this name, which lasts until the next one that does. */
  readonly heading?: string;
  /** It cannot be chosen; the note says why. */
  readonly disabled?: boolean;
  readonly note?: string;
}

export interface SelectProps {
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  /** Called when the list opens, so that it can be read again. */
  readonly onOpen?: () => void;
  /** Identifiers are evidence and shown in the monospaced font. */
  readonly mono?: boolean;
  readonly disabled?: boolean;
}

interface Group {
  readonly heading: string | undefined;
  readonly options: readonly SelectOption[];
}

function groupsOf(options: readonly SelectOption[]): readonly Group[] {
  const groups: { heading: string | undefined; options: SelectOption[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last === undefined || option.heading !== undefined)
      groups.push({ heading: option.heading, options: [option] });
    else last.options.push(option);
  }
  return groups;
}

function Option({ option, face }: { readonly option: SelectOption; readonly face: string }) {
  return (
    <ListBoxItem
      id={option.id}
      textValue={option.label}
      className={`opt${face}`}
      isDisabled={option.disabled === true}
    >
      <Text slot="label">{option.label}</Text>
      {option.note === undefined ? null : (
        <Text slot="description" className="opt-note">
          {option.note}
        </Text>
      )}
    </ListBoxItem>
  );
}

/** One choice out of a short list. */
export function Select(props: SelectProps) {
  const face = props.mono === true ? ' mono' : '';
  const chosen = props.options.find(({ id }) => id === props.value);
  return (
    <AriaSelect
      className="inline select"
      placeholder={sharedMessages.common.none}
      value={props.value}
      onChange={(key) => {
        if (key !== null) props.onChange(String(key));
      }}
      onOpenChange={(isOpen) => {
        if (isOpen) props.onOpen?.();
      }}
      isDisabled={props.disabled === true || props.options.length === 0}
    >
      <Label>{props.label}</Label>
      <Button className={`sel${face}`}>
        <SelectValue className="clip">{chosen?.label ?? sharedMessages.common.none}</SelectValue>
      </Button>
      <Popover className="pop list-pop" offset={4}>
        <ListBox className="opts">
          {groupsOf(props.options).map(({ heading, options }) =>
            heading === undefined ? (
              options.map((option) => <Option key={option.id} option={option} face={face} />)
            ) : (
              <ListBoxSection key={heading} id={`group ${heading}`}>
                <Header className="opt-heading">{heading}</Header>
                {options.map((option) => (
                  <Option key={option.id} option={option} face={face} />
                ))}
              </ListBoxSection>
            ),
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

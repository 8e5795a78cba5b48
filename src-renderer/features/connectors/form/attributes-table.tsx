import { Plus, X } from 'lucide-react';
import { buttonClass, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { Table } from '#renderer/ui/table.tsx';
import { appendAt } from '#renderer/workbench/json-edits.ts';
import { attributeFlags, attributeTypes } from '#shared/connectors/configuration/index.ts';
import { isJsonObject, type JsonPath, toPointer, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { problemAt, type Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { ChoiceCell, NameCell } from './cells.tsx';
import { textOf } from './json-text.ts';
import { renameAttribute } from './mapping-edits.ts';

const messages = studioMessages.connectors.form;

function flagsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((flag) => typeof flag === 'string') : [];
}

interface FlagsProps {
  readonly studio: Studio;
  readonly path: JsonPath;
  readonly name: string;
  readonly flags: readonly string[];
}

/** The flags of an attribute: the active ones in the button, all of them behind it. */
function Flags({ studio, path, name, flags }: FlagsProps) {
  const held = new Set(flags.map((flag) => flag.toUpperCase()));
  const toggle = (flag: string, isOn: boolean) => {
    const next = isOn ? [...flags, flag] : flags.filter((other) => other.toUpperCase() !== flag);
    studio.set([...path, 'flags'], next);
  };
  return (
    <Popover
      title={messages.flagsOf(name)}
      placement="bottom end"
      triggerClass={`${buttonClass('ghost', true)} studio-flags`}
      trigger={
        <>
          <span className="vh">{messages.flagsOf(name)}</span>
          <span className="mono" data-words="data">
            {flags.length === 0
              ? '–'
              : flags.map((flag) => messages.flagMarks[flag.toUpperCase()] ?? flag).join(', ')}
          </span>
        </>
      }
    >
      {attributeFlags.map((flag) => (
        <Checkbox
          key={flag}
          label={flag}
          isMono
          isChecked={held.has(flag)}
          onChange={(isOn) => toggle(flag, isOn)}
        />
      ))}
    </Popover>
  );
}

/** A name that no attribute has yet. */
function freeName(names: readonly string[]): string {
  let number = names.length + 1;
  while (names.includes(`attribute${number}`)) number += 1;
  return `attribute${number}`;
}

/** The schema of an object class: attributes with their types and flags. */
export function AttributesTable({ studio, path }: { readonly studio: Studio; readonly path: JsonPath }) {
  const value = valueAt(studio.document, path);
  const rows: readonly JsonValue[] = Array.isArray(value) ? value : [];
  const names = rows.map((row) => textOf(isJsonObject(row) ? row['fieldName'] : undefined));
  const add = () =>
    studio.change(
      appendAt(studio.file.text, path, { fieldName: freeName(names), type: 'STRING', flags: [] }),
    );
  return (
    <>
      <Table
        label={messages.attributes}
        className="rows studio-table"
        columns={['fieldName', 'type', 'flags', null]}
      >
        {rows.map((row, index) => {
          const at = [...path, index];
          const pointer = toPointer(at);
          const name = names[index] ?? '';
          const isBad = problemAt(studio.problems, pointer)?.severity === 'error';
          const type = isJsonObject(row) ? textOf(row['type']) : '';
          return (
            <tr key={`${index} of ${rows.length}`}>
              <td>
                <NameCell
                  label={messages.fieldName(index + 1)}
                  name={name}
                  pointer={`${pointer}/fieldName`}
                  isBad={isBad}
                  isTaken={(next) => names.includes(next)}
                  onRename={(next) =>
                    studio.change(renameAttribute(studio.file.text, path.slice(0, -1), index, name, next))
                  }
                />
              </td>
              <td>
                <ChoiceCell
                  label={messages.typeOf(name)}
                  value={attributeTypes.find((known) => known === type.toUpperCase()) ?? type}
                  choices={attributeTypes}
                  onChange={(next) => studio.set([...at, 'type'], next)}
                />
              </td>
              <td>
                <Flags
                  studio={studio}
                  path={at}
                  name={name}
                  flags={flagsOf(isJsonObject(row) ? row['flags'] : undefined)}
                />
              </td>
              <td className="acts-cell">
                <SmallGhostButton
                  icon={X}
                  label={messages.removeAttribute(name)}
                  onPress={() => studio.set(at, undefined)}
                />
              </td>
            </tr>
          );
        })}
      </Table>
      {rows.length === 0 ? <p className="remark">{messages.noAttributes}</p> : null}
      <SmallGhostButton icon={Plus} onPress={add}>
        {messages.addAttribute}
      </SmallGhostButton>
    </>
  );
}

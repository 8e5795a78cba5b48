import { Plus, X } from 'lucide-react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Cell } from '#renderer/ui/cell.tsx';
import { Table } from '#renderer/ui/table.tsx';
import { appendAt } from '#renderer/workbench/json-edits.ts';
import { exceptionTypes } from '#shared/connectors/configuration/index.ts';
import { isJsonObject, type JsonPath, toPointer, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { problemAt, type Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { textOf } from './json-text.ts';

const messages = studioMessages.connectors.form;
const members = ['code', 'messageErrorPath', 'regularExpression'] as const;

interface RulesProps {
  readonly studio: Studio;
  readonly path: JsonPath;
  readonly type: string;
}

function Rules({ studio, path, type }: RulesProps) {
  const value = valueAt(studio.document, path);
  const rules: readonly JsonValue[] = Array.isArray(value) ? value : [];
  const { length } = rules;
  const add = () => studio.change(appendAt(studio.file.text, path, { code: '400', messageErrorPath: '' }));
  return (
    <tbody aria-label={type}>
      <tr>
        <th scope="rowgroup" colSpan={3} className="mono">
          {type}
        </th>
        <td className="acts-cell">
          <SmallGhostButton icon={Plus} label={messages.addRule(type)} onPress={add} />
        </td>
      </tr>
      {rules.map((rule, index) => (
        <tr key={`${index} of ${length}`}>
          {members.map((member) => {
            const at = [...path, index, member];
            const pointer = toPointer(at);
            return (
              <td key={member}>
                <Cell
                  label={messages.ruleMember(member, type, index + 1)}
                  value={textOf(isJsonObject(rule) ? rule[member] : undefined)}
                  pointer={pointer}
                  isBad={problemAt(studio.problems, pointer)?.severity === 'error'}
                  onChange={(text) =>
                    studio.set(at, text === '' && member === 'regularExpression' ? undefined : text)
                  }
                />
              </td>
            );
          })}
          <td className="acts-cell">
            <SmallGhostButton
              icon={X}
              label={messages.removeRule(type, index + 1)}
              onPress={() => studio.set([...path, index], undefined)}
            />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/** The table that maps remote failures to exceptions: rules by exception. */
export function ExceptionsTable({ studio, path }: { readonly studio: Studio; readonly path: JsonPath }) {
  return (
    <>
      <p className="remark">{messages.exceptionsHelp}</p>
      <Table label={messages.exceptions} className="rows studio-table" columns={[...members, null]} isGrouped>
        {exceptionTypes.map((type) => (
          <Rules key={type} studio={studio} path={[...path, type]} type={type} />
        ))}
      </Table>
    </>
  );
}

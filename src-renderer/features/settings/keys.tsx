import { useState } from 'react';
import { useStore } from '../../api/store.ts';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { showKey } from '../../ui/show-key.ts';
import { Table, unseen } from '../../ui/table.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { type Command, commandRegistrations, keyClashes, keysOf } from '../../workbench/commands.ts';
import { fuzzyFilter } from '../../workbench/fuzzy.ts';
import { usePreferences } from '../../workbench/use-preferences.ts';
import { KeyCapture } from './key-capture.tsx';
import { settingsMessages } from './words.ts';

const messages = settingsMessages.keySettings;

type OwnKeys = Readonly<Record<string, string | null>>;

function without(own: OwnKeys, id: string): OwnKeys {
  return Object.fromEntries(Object.entries(own).filter(([command]) => command !== id));
}

/** All commands that are known now, of every open tab, each once. */
function useAllCommands(): readonly Command[] {
  const registrations = useStore(commandRegistrations);
  const byId = new Map<string, Command>();
  for (const { commands } of registrations.values())
    for (const command of commands) if (!byId.has(command.id)) byId.set(command.id, command);
  return [...byId.values()];
}

interface KeyRowProps {
  readonly command: Command;
  readonly own: OwnKeys;
  readonly clashTitles: string;
  readonly onChange: (own: OwnKeys) => void;
}

function KeyRow({ command, own, clashTitles, onChange }: KeyRowProps) {
  const [isCapturing, setIsCapturing] = useState(false);
  const { id, title } = command;
  const isOwn = own[id] !== undefined;
  const keys = keysOf(command, own);
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>
        {isCapturing ? (
          <KeyCapture
            label={messages.changeOf(title)}
            onCancel={() => setIsCapturing(false)}
            onKey={(key) => {
              setIsCapturing(false);
              onChange({ ...own, [id]: key });
            }}
          />
        ) : (
          <span className="row tight">
            {keys.length === 0 ? <span className="muted">{sharedMessages.keys.none}</span> : null}
            {keys.map((key) => (
              <kbd key={key} className="key">
                {showKey(key)}
              </kbd>
            ))}
            {isOwn ? <span className="badge">{messages.own}</span> : null}
          </span>
        )}
        {clashTitles === '' ? null : <p className="help c-warn">{messages.clash(clashTitles)}</p>}
      </td>
      <td className="acts-cell">
        <span className="row tight">
          <SmallGhostButton label={messages.changeOf(title)} onPress={() => setIsCapturing(true)}>
            {messages.change}
          </SmallGhostButton>
          {isOwn ? (
            <SmallGhostButton label={messages.resetOf(title)} onPress={() => onChange(without(own, id))}>
              {messages.reset}
            </SmallGhostButton>
          ) : null}
        </span>
      </td>
    </tr>
  );
}

/** Which keys run which commands, and how to change that. */
export function Keys() {
  const [likes, change] = usePreferences();
  const [filter, setFilter] = useState('');
  const commands = useAllCommands();
  const clashes = keyClashes(commands, likes.keys);
  const titleOf = (id: string) => commands.find((command) => command.id === id)?.title ?? id;
  const clashTitles = (command: Command) =>
    [...clashes.values()]
      .filter((ids) => ids.includes(command.id))
      .flatMap((ids) => ids.filter((id) => id !== command.id))
      .map(titleOf)
      .join(', ');
  const textOf = (command: Command) =>
    [command.title, ...keysOf(command, likes.keys).map((key) => showKey(key))].join(' ');
  return (
    <div className="settings-form wide form">
      <p className="muted">{messages.help}</p>
      <Checkbox
        label={messages.letters}
        isChecked={likes.hasLetterKeys}
        onChange={(hasLetterKeys) => change({ hasLetterKeys })}
      />
      <div className="row">
        <div className="key-filter">
          <TextField label={messages.filter} type="search" value={filter} onChange={setFilter} />
        </div>
        <span className="push" />
        <Button small disabled={Object.keys(likes.keys).length === 0} onPress={() => change({ keys: {} })}>
          {messages.resetAll}
        </Button>
      </div>
      <Table
        label={sharedMessages.keys.title}
        columns={[sharedMessages.keys.command, sharedMessages.keys.key, unseen(messages.change)]}
      >
        {fuzzyFilter(filter, commands, textOf).map((command) => (
          <KeyRow
            key={command.id}
            command={command}
            own={likes.keys}
            clashTitles={clashTitles(command)}
            onChange={(keys) => change({ keys: { ...keys } })}
          />
        ))}
      </Table>
    </div>
  );
}

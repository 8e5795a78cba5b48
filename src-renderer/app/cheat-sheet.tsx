import { useStore } from '../api/store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { showKey } from '../ui/show-key.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { settingsPath } from '../workbench/addresses.ts';
import {
  type Command,
  commandGroups,
  commandRegistrations,
  commandsIn,
  keysOf,
} from '../workbench/commands.ts';
import { activeTab } from '../workbench/layout.ts';
import { layout, openLink } from '../workbench/layout-store.ts';
import { preferences } from '../workbench/preferences.ts';

const messages = sharedMessages.keys;

function KeyRow({ command, keys }: { readonly command: Command; readonly keys: readonly string[] }) {
  return (
    <li className="row">
      <span className="clip">{command.title}</span>
      <span className="push row tight">
        {keys.map((key) => (
          <kbd key={key} className="key">
            {showKey(key)}
          </kbd>
        ))}
      </span>
    </li>
  );
}

/** Every key that does something here: those of the window and those of the active tab. */
export function CheatSheet({ onClose }: { readonly onClose: () => void }) {
  const tabId = activeTab(useStore(layout))?.id ?? '';
  const { keys: own } = useStore(preferences);
  const commands = commandsIn(useStore(commandRegistrations), tabId);
  const withKeys = commands
    .map((command) => ({ command, keys: keysOf(command, own) }))
    .filter(({ keys }) => keys.length > 0);
  return (
    <Dialog wide title={messages.title} onClose={onClose}>
      <div className="dialog-body">
        <div className="row">
          <p className="muted">{messages.letters}</p>
          <span className="push" />
          <Button
            small
            onPress={() => {
              onClose();
              openLink(settingsPath('keys'));
            }}
          >
            {messages.change}
          </Button>
        </div>
        <ScrollRegion className="dialog-scroll" label={messages.title}>
          <div className="key-sheet">
            {commandGroups.map((group) => {
              const listed = withKeys.filter(({ command }) => command.group === group);
              if (listed.length === 0) return null;
              return (
                <section key={group}>
                  <h3 className="label">{sharedMessages.menu.groups[group]}</h3>
                  <ul>
                    {listed.map(({ command, keys }) => (
                      <KeyRow key={command.id} command={command} keys={keys} />
                    ))}
                  </ul>
                </section>
              );
            })}
          </div>
        </ScrollRegion>
      </div>
    </Dialog>
  );
}

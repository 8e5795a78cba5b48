import { Menu as MenuIcon } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useStore } from '../api/store.ts';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { showKey } from '../ui/show-key.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { commandGroups, commandRegistrations, commandsIn, shownKeyOf } from '../workbench/commands.ts';
import { activeTab } from '../workbench/layout.ts';
import { layout } from '../workbench/layout-store.ts';

/** The menu of the application, made from its commands. */
export function MainMenu() {
  const tabId = activeTab(useStore(layout))?.id ?? '';
  const commands = commandsIn(useStore(commandRegistrations), tabId).filter(
    ({ isInMenu }) => isInMenu === true,
  );
  const disabled = commands.filter(({ isDisabled }) => isDisabled === true).map(({ id }) => id);
  return (
    <MenuTrigger>
      <Button className={buttonClass('ghost', true, true)} aria-label={sharedMessages.menu.label}>
        <Icon of={MenuIcon} />
      </Button>
      <Popover className="pop list-pop main-menu" placement="bottom end" offset={4}>
        <Menu
          className="opts"
          aria-label={sharedMessages.menu.label}
          disabledKeys={disabled}
          onAction={(key) => commands.find(({ id }) => id === key)?.run()}
        >
          {commandGroups.map((group) => {
            const listed = commands.filter((command) => command.group === group);
            if (listed.length === 0) return null;
            return (
              <MenuSection key={group} className="menu-section">
                <Header className="label">{sharedMessages.menu.groups[group]}</Header>
                {listed.map((command) => {
                  const key = shownKeyOf(command);
                  return (
                    <MenuItem key={command.id} id={command.id} textValue={command.title} className="opt">
                      {command.title}
                      {key === undefined ? null : <kbd className="push">{showKey(key)}</kbd>}
                    </MenuItem>
                  );
                })}
              </MenuSection>
            );
          })}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

import {
  AppWindow,
  ArrowLeftRight,
  ChevronRight,
  CircleHelp,
  Compass,
  FileText,
  KeyRound,
  Layers,
  Link,
  type LucideIcon,
  Search,
  ShieldAlert,
  SlidersHorizontal,
  User,
} from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Icon } from '../../ui/icon.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { type PaletteHead, type PaletteItem, type PaletteKind, paletteGroups } from './palette-items.ts';
import { rememberRun, usePaletteSources } from './use-palette-sources.ts';
import './palette.css';

const messages = sharedMessages.palette;

function move(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(count - 1, at + 8);
  if (key === 'PageUp') return Math.max(0, at - 8);
  return null;
}

// The native select can hold neither columns nor keys: this is the ARIA combobox pattern.
const listProps = { role: 'listbox', tabIndex: -1 } as const;

const icons: Readonly<Record<PaletteKind, LucideIcon>> = {
  command: ChevronRight,
  place: Compass,
  tab: AppWindow,
  environment: Layers,
  client: KeyRound,
  user: User,
  file: FileText,
  exchange: ArrowLeftRight,
  setting: SlidersHorizontal,
  help: CircleHelp,
  link: Link,
  attack: ShieldAlert,
};

function headOf(head: PaletteHead): string {
  return head === 'here' || head === 'recent' ? messages[head] : messages.kinds[head];
}

interface LineProps {
  readonly item: PaletteItem;
  readonly id: string;
  readonly isChosen: boolean;
  readonly onRun: () => void;
}

function Line({ item, id, isChosen, onRun }: LineProps) {
  useEffect(() => {
    if (isChosen) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id, isChosen]);
  // The focus stays in the field, which names the chosen line: the ARIA combobox pattern.
  const line = {
    id,
    role: 'option',
    onClick: onRun,
    'aria-selected': isChosen,
    'aria-disabled': item.isDisabled === true ? true : undefined,
  } as const;
  return (
    <div className="palette-line" {...line}>
      <Icon of={item.icon ?? icons[item.kind]} small />
      <span className={item.isMono === true ? 'mono clip' : 'clip'}>{item.title}</span>
      <span className="muted clip">{item.detail}</span>
      {item.key === undefined ? null : <kbd className="key">{item.key}</kbd>}
    </div>
  );
}

interface ListProps {
  readonly initial: string;
  readonly onClose: () => void;
}

function PaletteBody({ initial, onClose }: ListProps) {
  const [typed, setTyped] = useState(initial);
  const [at, setAt] = useState(0);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  // Before the dialog would take the focus itself.
  useEffect(() => field.current?.focus(), []);
  const groups = paletteGroups(typed, usePaletteSources(typed));
  const items = groups.flatMap((group) => group.items);
  const chosen = items[Math.min(at, items.length - 1)];
  const lineId = (item: PaletteItem) => `${listId}-${items.indexOf(item)}`;
  const run = (item: PaletteItem | undefined) => {
    if (item === undefined || item.isDisabled === true) return;
    onClose();
    rememberRun(item.id);
    // After the dialog has returned the focus, so that the action may move it.
    setTimeout(item.run, 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = move(event.key, Math.min(at, items.length - 1), items.length);
    if (target !== null) setAt(target);
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <label className="palette-field">
        <Icon of={Search} />
        <span className="vh">{messages.title}</span>
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen === undefined ? undefined : lineId(chosen)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={messages.placeholder}
          value={typed}
          ref={field}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
        />
      </label>
      <div id={listId} className="palette-list scroll" aria-label={messages.results} {...listProps}>
        {groups.map((group) => {
          const title = headOf(group.head);
          const groupProps = { role: 'group', 'aria-label': title } as const;
          return (
            <div key={group.head} {...groupProps}>
              <p className="palette-head label" aria-hidden="true">
                {title}
              </p>
              {group.items.map((item) => (
                <Line
                  key={item.id}
                  id={lineId(item)}
                  item={item}
                  isChosen={item === chosen}
                  onRun={() => run(item)}
                />
              ))}
            </div>
          );
        })}
      </div>
      {items.length === 0 ? <p className="remark">{messages.none}</p> : null}
      <p className="palette-help ref mono">{messages.help}</p>
      <output className="vh">{messages.count(items.length)}</output>
    </>
  );
}

/** Finds commands, open tabs, clients, users, files, settings and exchanges by a few of their letters. */
export function Palette({ initial, onClose }: ListProps) {
  return (
    <ModalOverlay
      className="scrim top"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="dialog palette">
        <Dialog className="palette-in" aria-label={messages.title}>
          <PaletteBody initial={initial} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { SignInAct } from '#shared/sign-ins/index.ts';
import { type JsonPath, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { useApi } from '../../../api/api-context.tsx';
import { SmallGhostButton } from '../../../ui/button.tsx';
import { ListBox } from '../../../ui/list-box.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { useCommands } from '../../../workbench/commands.ts';
import { setAt, valueOf } from '../../../workbench/json-edits.ts';
import { actText, signInOf } from '../../../workbench/sign-in/act-text.ts';
import { signInMessages as messages } from '../../../workbench/sign-in/words.ts';
import { ActForm } from './act-form.tsx';
import { TrySignIn } from './try-sign-in.tsx';
import './sign-in.css';

export interface ActsPaneProps {
  /** The name of the sign-in. */
  readonly name: string;
  readonly text: string;
  readonly isReadOnly: boolean;
  /** Makes the text another one at one stroke. */
  readonly onRewrite: (text: string) => void;
}

/** The changes that a person makes to the list; the text of the file follows each. */
function useActs({ text, isReadOnly, onRewrite }: Omit<ActsPaneProps, 'name'>, acts: readonly SignInAct[]) {
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, acts.length - 1);
  const set = (path: JsonPath, value: JsonValue | undefined) => {
    if (!isReadOnly) onRewrite(setAt(text, ['steps', ...path], value));
  };
  const move = (by: 1 | -1) => {
    const [one, other] = [index, index + by].map((place) => valueAt(valueOf(text), ['steps', place]));
    if (isReadOnly || one === undefined || other === undefined) return;
    onRewrite(setAt(setAt(text, ['steps', index], other), ['steps', index + by], one));
    setChosen(index + by);
  };
  return {
    index,
    choose: setChosen,
    move,
    canMove: (by: 1 | -1) => !isReadOnly && acts[index] !== undefined && acts[index + by] !== undefined,
    // A sign-in has one act at least.
    canRemove: !isReadOnly && acts.length > 1,
    remove() {
      if (acts.length > 1) set([index], undefined);
    },
    setMember: (member: string, value: JsonValue | undefined) => set([index, member], value),
    toggle: () => set([index, 'optional'], acts[index]?.optional === true ? undefined : true),
  };
}

/** Keeps the focus on the chosen act: a key that moves or removes one acts on the line that had it. */
function useActKeys(
  edit: ReturnType<typeof useActs>,
  pane: RefObject<HTMLElement | null>,
  text: string,
): void {
  /** The text as it was when a key changed it; null: no key did. */
  const before = useRef<string | null>(null);
  // Whenever they are drawn, with the new text: until then anything may draw them once more.
  useEffect(() => {
    if (before.current === null || before.current === text) return;
    before.current = null;
    pane.current?.querySelector<HTMLElement>('[role=option][aria-selected=true]')?.focus();
  });
  const byKey = (canAct: boolean, act: () => void) => () => {
    if (!canAct) return;
    before.current = text;
    act();
  };
  const within = '.sign-in-acts [role=listbox]';
  const { up, down, remove, optional } = messages.commands;
  useCommands([
    {
      id: 'signIn.up',
      title: up,
      group: 'edit',
      keys: ['alt+arrowup'],
      within,
      run: byKey(edit.canMove(-1), () => edit.move(-1)),
    },
    {
      id: 'signIn.down',
      title: down,
      group: 'edit',
      keys: ['alt+arrowdown'],
      within,
      run: byKey(edit.canMove(1), () => edit.move(1)),
    },
    {
      id: 'signIn.remove',
      title: remove,
      group: 'edit',
      keys: ['delete'],
      within,
      run: byKey(edit.canRemove, edit.remove),
    },
    { id: 'signIn.optional', title: optional, group: 'edit', keys: ['o'], within, run: edit.toggle },
  ]);
}

/** Tries the sign-in at the servers that name it. */
function TriedActs({
  name,
  onStopped,
}: {
  readonly name: string;
  readonly onStopped: (act: number) => void;
}) {
  const { orpc } = useApi();
  const all = useQuery(orpc.signIns.list.queryOptions({ staleTime: 2_000 }));
  const targets = all.data?.find((one) => one.name === name)?.targets;
  return targets === undefined ? null : <TrySignIn targets={targets} onStopped={onStopped} />;
}

/** The acts of a sign-in beside its text: to be removed, put in another order, made optional and edited. */
export function ActsPane(props: ActsPaneProps) {
  const acts = signInOf(props.text)?.steps ?? [];
  const edit = useActs(props, acts);
  const pane = useRef<HTMLElement>(null);
  useActKeys(edit, pane, props.text);
  const chosen = acts[edit.index];
  const lines = acts.map((act, index) => ({ id: String(index), act, index }));
  return (
    <section ref={pane} className="sign-in-acts" aria-label={messages.acts}>
      <div className="pane-head">
        <h3 className="label">{messages.actsCount(acts.length)}</h3>
        <span className="push" />
        <SmallGhostButton
          icon={ArrowUp}
          label={messages.up}
          disabled={!edit.canMove(-1)}
          onPress={() => edit.move(-1)}
        />
        <SmallGhostButton
          icon={ArrowDown}
          label={messages.down}
          disabled={!edit.canMove(1)}
          onPress={() => edit.move(1)}
        />
        <SmallGhostButton
          icon={Trash2}
          label={messages.remove}
          disabled={!edit.canRemove}
          onPress={edit.remove}
        />
      </div>
      <TriedActs name={props.name} onStopped={(act) => edit.choose(act - 1)} />
      {chosen === undefined ? (
        <p className="remark">{messages.none}</p>
      ) : (
        <>
          <ListBox
            label={messages.acts}
            items={lines}
            selectedId={String(edit.index)}
            onSelect={({ index }) => edit.choose(index)}
            className="sign-in-list scroll"
            itemClass={() => 'sign-in-act'}
          >
            {({ act, index }) => (
              <>
                <span className="ref sign-in-number">{index + 1}</span>
                <span className="sign-in-kind">{messages.kinds[act.type]}</span>
                <span className="clip" data-words="data">
                  {actText(act)}
                </span>
                {act.optional === true ? <span className="ref">{messages.optional}</span> : null}
              </>
            )}
          </ListBox>
          <ScrollRegion className="sign-in-edit" label={messages.act(edit.index + 1)}>
            <ActForm key={edit.index} act={chosen} onSet={edit.setMember} />
          </ScrollRegion>
        </>
      )}
    </section>
  );
}

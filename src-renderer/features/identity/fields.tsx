import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { LintFinding } from '#shared/oauth/client-lint/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { FindingsAt } from './findings.tsx';
import { useFormUnderEdit } from './form-context.ts';
import type { Form } from './use-form.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.identity;

export interface PartProps {
  readonly title: string;
  readonly help?: string;
  /** Its one field is called as the part is: the name is shown once. */
  readonly isAlone?: boolean;
  readonly children: ReactNode;
}

/** A part of a form: its subject on the left, its fields on the right. */
export function Part({ title, help, isAlone = false, children }: PartProps) {
  return (
    <fieldset className={isAlone ? 'form-part form alone' : 'form-part form'} aria-label={title}>
      <div className="form-about" aria-hidden="true">
        <span className="strong">{title}</span>
      </div>
      <div className="form-fields">
        {help === undefined ? null : <p className="help">{help}</p>}
        {children}
      </div>
    </fieldset>
  );
}

export interface MemberProps {
  readonly member: string;
  readonly label: string;
  readonly help?: string;
}

/** The text that a member holds; empty where there is none. */
export function textOf(form: Form, member: string): string {
  const value = form.document[member];
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

/** The texts of a member that is a list. */
export function listOf(form: Form, member: string): readonly string[] {
  const value = form.document[member];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A member that is a text; empty, it is not there. */
export function TextMember({
  member,
  label,
  help,
  isMono = true,
  isRequired = false,
}: MemberProps & { readonly isMono?: boolean; readonly isRequired?: boolean }) {
  const { form } = useFormUnderEdit();
  const value = textOf(form, member);
  return (
    <TextField
      label={label}
      value={value}
      isMono={isMono}
      isReadOnly={form.isReadOnly}
      error={isRequired && value === '' && !form.isNew ? messages.required : null}
      onChange={(text) => form.change({ [member]: text === '' ? undefined : text })}
      {...(help === undefined ? {} : { help })}
    />
  );
}

/** A member that is a whole number; empty, it is not there. What is no number stays in the field and is not taken. */
export function NumberMember({ member, label, help, min = 1 }: MemberProps & { readonly min?: number }) {
  const { form } = useFormUnderEdit();
  const value = textOf(form, member);
  const [typed, setTyped] = useState<string | null>(null);
  const parse = (text: string) => {
    const number = Number(text);
    return /^\d+$/.test(text) && number >= min && Number.isSafeInteger(number) ? number : null;
  };
  return (
    <TextField
      label={label}
      value={typed ?? value}
      isMono
      isShort
      isReadOnly={form.isReadOnly}
      error={typed === null ? null : messages.wholeNumber}
      onChange={(text) => {
        const number = parse(text);
        if (text !== '' && number === null) return setTyped(text);
        setTyped(null);
        form.change({ [member]: number ?? undefined });
      }}
      onEscape={() => setTyped(null)}
      {...(help === undefined ? {} : { help })}
    />
  );
}

export interface ChoiceMemberProps extends MemberProps {
  readonly options: Readonly<Record<string, string>>;
  /** The label of the option for an absent value. */
  readonly absent: string;
  /** The value that says the same as its absence. */
  readonly absentIs?: string;
}

const absentId = '(absent)';

/** A member with a few values, or none. */
export function ChoiceMember({ member, label, help, options, absent, absentIs }: ChoiceMemberProps) {
  const { form } = useFormUnderEdit();
  const found = textOf(form, member);
  const value = found === absentIs ? '' : found;
  const entries = Object.entries(options).map(([id, text]) => ({ id, label: text }));
  const isForeign = value !== '' && !Object.hasOwn(options, value);
  return (
    <div className="field">
      <Select
        label={label}
        value={value === '' ? absentId : value}
        options={[
          { id: absentId, label: absent },
          ...entries,
          ...(isForeign ? [{ id: value, label: value }] : []),
        ]}
        disabled={form.isReadOnly}
        onChange={(id) => form.change({ [member]: id === absentId ? undefined : id })}
      />
      {help === undefined ? null : <span className="help">{help}</span>}
    </div>
  );
}

/** A member that is true, false, or as the server's policy says. */
export function TriStateMember({ member, label }: MemberProps) {
  const { form } = useFormUnderEdit();
  const value = form.document[member];
  const state = value === true ? 'on' : value === false ? 'off' : absentId;
  return (
    <div className="field">
      <Select
        label={label}
        value={state}
        options={[
          { id: absentId, label: messages.asServer },
          { id: 'on', label: messages.on },
          { id: 'off', label: messages.off },
        ]}
        disabled={form.isReadOnly}
        onChange={(id) => form.change({ [member]: id === absentId ? undefined : id === 'on' })}
      />
    </div>
  );
}

/** A member that is true or not there. */
export function CheckMember({
  member,
  label,
  isByDefault = false,
}: MemberProps & { readonly isByDefault?: boolean }) {
  const { form } = useFormUnderEdit();
  const value = form.document[member] ?? isByDefault;
  const after = (isOn: boolean): JsonValue | undefined => (isOn === isByDefault ? undefined : isOn);
  return (
    <Checkbox
      label={label}
      isChecked={value === true}
      onChange={(isOn) => {
        if (!form.isReadOnly) form.change({ [member]: after(isOn) });
      }}
    />
  );
}

export interface ListMemberProps extends MemberProps {
  /** Findings about its items, shown below them. */
  readonly findings?: readonly LintFinding[];
}

/** A member that is a list of texts, a line each. */
export function ListMember({ member, label, help, findings = [] }: ListMemberProps) {
  const { form } = useFormUnderEdit();
  const id = useId();
  const items = listOf(form, member);
  // A line is known by its place: two can say the same.
  const lines = items.map((item, index) => ({ item, index }));
  const set = (next: readonly string[]) =>
    form.change({ [member]: next.length === 0 ? undefined : [...next] });
  const focus = (index: number) =>
    requestAnimationFrame(() => document.getElementById(`${id}-${index}`)?.focus());
  return (
    <div className="field">
      <span className="label">{label}</span>
      {help === undefined ? null : <span className="help">{help}</span>}
      {items.length === 0 ? null : (
        <ul className="line-list">
          {lines.map(({ item, index }) => (
            <li key={index}>
              <span className="row tight">
                <input
                  id={`${id}-${index}`}
                  className="in mono"
                  aria-label={messages.itemOf(label, index + 1)}
                  value={item}
                  readOnly={form.isReadOnly}
                  spellCheck={false}
                  autoComplete="off"
                  onChange={(event) => set(items.with(index, event.target.value))}
                />
                {form.isReadOnly ? null : (
                  <SmallGhostButton
                    icon={X}
                    label={messages.removeItem(item)}
                    onPress={() => {
                      set(items.toSpliced(index, 1));
                      focus(Math.max(0, index - 1));
                    }}
                  />
                )}
              </span>
              <FindingsAt findings={findings} pointer={`/${member}/${index}`} />
            </li>
          ))}
        </ul>
      )}
      {form.isReadOnly ? null : (
        <span>
          <Button
            small
            icon={Plus}
            label={messages.addTo(label)}
            onPress={() => {
              set([...items, '']);
              focus(items.length);
            }}
          >
            {messages.add}
          </Button>
        </span>
      )}
    </div>
  );
}

export interface JsonMemberProps extends MemberProps {
  readonly invalid: string;
  readonly rows: number;
  readonly isFit: (value: unknown) => boolean;
}

/** A member that is typed as JSON; what does not parse stays in the field and is not taken. */
export function JsonMember({ member, label, help, invalid, rows, isFit }: JsonMemberProps) {
  const { form } = useFormUnderEdit();
  const value = form.document[member];
  const [typed, setTyped] = useState<{ readonly text: string; readonly of: unknown } | null>(null);
  const shown = value === undefined ? '' : JSON.stringify(value, null, 2);
  // The typed text is shown while the member still has the value that it gave; after a revert, the text of the file is.
  const isCurrent = typed !== null && typed.of === value;
  const parsed = isCurrent ? parsedJson(typed.text) : undefined;
  const isWrong = isCurrent && typed.text.trim() !== '' && (parsed === undefined || !isFit(parsed));
  return (
    <TextArea
      label={label}
      value={isCurrent ? typed.text : shown}
      rows={rows}
      error={isWrong ? invalid : null}
      isReadOnly={form.isReadOnly}
      onChange={(text) => {
        const next = text.trim() === '' ? undefined : parsedJson(text);
        const isTaken = text.trim() === '' || (next !== undefined && isFit(next));
        setTyped({ text, of: isTaken ? next : value });
        if (isTaken) form.change({ [member]: next });
      }}
      {...(help === undefined ? {} : { help })}
    />
  );
}

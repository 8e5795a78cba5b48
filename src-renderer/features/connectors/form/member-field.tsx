import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Drawn, Icon } from '#renderer/ui/icon.tsx';
import { PairList } from '#renderer/ui/pair-list.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretDialog } from '#renderer/workbench/secret-dialog.tsx';
import { connectorJsonSchema } from '#shared/connectors/configuration/index.ts';
import type { ConnectorProblem } from '#shared/connectors/types.ts';
import { isJsonObject, type JsonPath, toPointer, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { problemAt, type Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { JsonField } from './json-field.tsx';
import { textOf } from './json-text.ts';
import { fieldOf, type SchemaField } from './schema-fields.ts';
import { StudioActs } from './studio-acts.tsx';

const messages = studioMessages.connectors.form;

interface ControlProps {
  readonly studio: Studio;
  readonly path: JsonPath;
  readonly field: SchemaField;
  readonly value: JsonValue | undefined;
  readonly error: string | null;
}

/** Numbers are stored as numbers; an incomplete one is kept as typed and marked as wrong. */
function numberOf(text: string): JsonValue | undefined {
  if (text === '') return undefined;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

function Text({ studio, path, field, value, error }: ControlProps) {
  const isNumber = field.control.kind === 'number';
  return (
    <TextField
      label={field.name}
      value={textOf(value)}
      isMono
      isShort={isNumber}
      help={field.help}
      error={error}
      onChange={(text) => studio.set(path, isNumber ? numberOf(text.trim()) : text === '' ? undefined : text)}
    />
  );
}

/** Help or an error below a control that shows neither itself. */
export function Help({ help, error }: { readonly help: string; readonly error: string | null }) {
  if (error === null) return <p className="help">{help}</p>;
  return (
    <p className="help bad">
      <Drawn name="failed" small />
      {error}
    </p>
  );
}

function Flag({ studio, path, field, value, error }: ControlProps) {
  return (
    <div className="field">
      <Checkbox
        label={field.name}
        isMono
        isChecked={value === true || value === 'true'}
        onChange={(isOn) => studio.set(path, isOn)}
      />
      <Help help={field.help} error={error} />
    </div>
  );
}

/** A flag with a text that belongs to it: where the text is empty, true alone stands in the document. */
function FlagOrText({ studio, path, field, value, error }: ControlProps) {
  const { control } = field;
  if (control.kind !== 'flag-or-text') return null;
  const parts = isJsonObject(value) ? value : null;
  const isOn = parts !== null || value === true || value === 'true';
  return (
    <div className="field">
      <Checkbox
        label={field.name}
        isMono
        isChecked={isOn}
        onChange={(isChosen) => studio.set(path, isChosen)}
      />
      <Help help={field.help} error={error} />
      {isOn ? (
        <TextField
          label={`${field.name}.${control.member}`}
          value={textOf(parts?.[control.member])}
          isMono
          help={control.help}
          onChange={(text) => studio.set(path, text === '' ? true : { ...parts, [control.member]: text })}
        />
      ) : null}
    </div>
  );
}

const nothing = '';

function Choice({ studio, path, field, value, error }: ControlProps) {
  const choices = field.control.kind === 'choice' ? field.control.choices : [];
  const chosen = choices.find((word) => word.toLowerCase() === textOf(value).toLowerCase());
  return (
    <div className="field studio-choice">
      <Select
        label={field.name}
        mono
        options={[
          { id: nothing, label: messages.notSet },
          ...choices.map((word) => ({ id: word, label: word })),
        ]}
        value={chosen ?? nothing}
        onChange={(id) => studio.set(path, id === nothing ? undefined : id)}
      />
      <Help help={field.help} error={error} />
    </div>
  );
}

/** Returns the text shown in place of a secret. */
function heldText(value: JsonValue | undefined): string {
  if (value === undefined || value === null || value === '') return messages.secret.none;
  if (isJsonObject(value)) {
    const name = value['$secret'];
    if (typeof name === 'string') return messages.secret.stored(name);
    // A key may stand in the document as an object.
    return value['$crypto'] === undefined ? messages.secret.inFile : messages.secret.encrypted;
  }
  const variable = /^&\{(.+)\}$/.exec(textOf(value))?.[1];
  return variable === undefined ? messages.secret.inFile : messages.secret.variable(variable);
}

/** A secret is given to the engine by name; the document only refers to it. */
function Secret({ studio, path, field, value, error }: ControlProps) {
  const [isSetting, setIsSetting] = useState(false);
  const isHeld = value !== undefined && value !== null && value !== '';
  return (
    <div className="field">
      <span className="label mono">{field.name}</span>
      <span className="row tight wraps">
        {isHeld ? (
          <span className="bind studio-held" data-words="data">
            <Icon of={KeyRound} small />
            {heldText(value)}
          </span>
        ) : (
          <span className="muted">{heldText(value)}</span>
        )}
        <Button small onPress={() => setIsSetting(true)}>
          {isHeld ? messages.secret.replace : messages.secret.set}
          <span className="vh">{field.name}</span>
        </Button>
        {isHeld ? (
          <SmallGhostButton onPress={() => studio.set(path, undefined)}>
            {messages.secret.remove}
          </SmallGhostButton>
        ) : null}
      </span>
      <Help help={field.help} error={error} />
      {isSetting ? (
        <SecretDialog
          name={`${studio.name}-${field.name}`.replaceAll(/[^A-Za-z0-9._-]/g, '-')}
          file={studio.fileName}
          onClose={() => setIsSetting(false)}
          onStored={(name) => studio.set(path, { $secret: name })}
        />
      ) : null}
    </div>
  );
}

function Pairs({ studio, path, field, value, error }: ControlProps) {
  const pairs = Object.fromEntries(
    Object.entries(isJsonObject(value) ? value : {}).map(([name, text]) => [name, textOf(text)]),
  );
  return (
    <div className="field studio-pairs">
      <PairList
        title={field.name}
        add={messages.addPair}
        pairs={pairs}
        onChange={(next) => studio.set(path, Object.keys(next).length === 0 ? undefined : next)}
      />
      <Help help={field.help} error={error} />
    </div>
  );
}

function Control(props: ControlProps) {
  switch (props.field.control.kind) {
    case 'flag':
      return <Flag {...props} />;
    case 'flag-or-text':
      return <FlagOrText {...props} />;
    case 'choice':
      return <Choice {...props} />;
    case 'secret':
      return <Secret {...props} />;
    case 'pairs':
      return <Pairs {...props} />;
    case 'json':
      return (
        <JsonField
          label={props.field.name}
          value={props.value}
          help={props.field.help}
          example={props.field.example}
          error={props.error}
          onChange={(value) => props.studio.set(props.path, value)}
        />
      );
    case 'text':
    case 'number':
      return <Text {...props} />;
  }
}

/** Members of which the values are usually long. */
const longNames: ReadonlySet<string> = new Set(['serviceUri', 'tokenEndpoint', 'param', 'regularExpression']);

/** A warning or a notice about a member. */
function Hint({ problem }: { readonly problem: ConnectorProblem }) {
  const isWarning = problem.severity === 'warning';
  return (
    <p className={isWarning ? 'help studio-hint c-warn' : 'help studio-hint c-info'}>
      <Drawn name={isWarning ? 'warning' : 'review'} small />
      <span lang="en">
        {problem.message} {problem.fix}
      </span>
    </p>
  );
}

export interface MemberFieldProps {
  readonly studio: Studio;
  /** Location of the object that contains the member. */
  readonly at: JsonPath;
  readonly name: string;
}

/** One member of the document, edited as its schema says. */
export function MemberField({ studio, at, name }: MemberFieldProps) {
  const path = [...at, name];
  const pointer = toPointer(path);
  const problem = problemAt(studio.problems, pointer);
  const field = fieldOf(connectorJsonSchema(), at, name);
  const isLong = field.control.kind === 'pairs' || field.control.kind === 'json' || longNames.has(name);
  const isError = problem?.severity === 'error';
  return (
    <div
      className={isLong ? 'studio-member wide' : 'studio-member'}
      data-pointer={pointer}
      data-member={name}
      data-words="data"
      title={field.help}
    >
      <Control
        studio={studio}
        path={path}
        field={field}
        value={valueAt(studio.document, path)}
        error={isError ? `${problem.message} ${problem.fix}` : null}
      />
      {problem === null || isError ? null : <Hint problem={problem} />}
      {problem === null ? null : <StudioActs problem={problem} />}
    </div>
  );
}

import { Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { useCommands } from '#renderer/workbench/commands.ts';
import { type ConnectorInterface, connectorInterfaces } from '#shared/connectors/trace.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { JsonField } from '../form/json-field.tsx';
import { objectTypesOf } from '../tree/nodes.ts';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { type Console, isWrite, type OperationInput } from './use-console.ts';

const messages = studioMessages.connectorConsole;

const operations = connectorInterfaces.map((id) => ({ id, label: messages.operations[id] }));

/** The form input for an operation. */
interface Typed {
  readonly operation: ConnectorInterface;
  readonly uid: string;
  readonly filter: string;
  readonly pageSize: string;
  readonly offset: string;
  readonly cookie: string;
  readonly fields: string;
  readonly attributes: JsonValue;
  readonly script: string;
  readonly scriptArguments: JsonValue;
  /** null: as the server asks for, which is no dry run on this machine. */
  readonly isDryRun: boolean | null;
}

const nothingTyped: Typed = {
  operation: 'QUERY',
  uid: '',
  filter: '',
  pageSize: '',
  offset: '',
  cookie: '',
  fields: '',
  attributes: {},
  script: '',
  scriptArguments: {},
  isDryRun: null,
};

function numberOf(text: string): number | null {
  return /^\d+$/.test(text.trim()) ? Number(text.trim()) : null;
}

function objectOf(value: JsonValue): Record<string, JsonValue> {
  return isJsonObject(value) ? { ...value } : {};
}

function operationInput(typed: Typed, isDryRun: boolean): OperationInput {
  const { operation } = typed;
  return {
    operation,
    uid: typed.uid === '' ? null : typed.uid,
    ...(operation === 'CREATE' || operation === 'UPDATE' ? { attributes: objectOf(typed.attributes) } : {}),
    ...(operation === 'QUERY'
      ? {
          filter: typed.filter.trim() === '' ? 'true' : typed.filter,
          pageSize: numberOf(typed.pageSize),
          offset: numberOf(typed.offset),
          cookie: typed.cookie === '' ? null : typed.cookie,
        }
      : {}),
    ...(operation === 'QUERY' || operation === 'GET'
      ? { fields: typed.fields.split(/[\s,]+/).filter((name) => name !== '') }
      : {}),
    script:
      operation === 'SCRIPT' ? { source: typed.script, arguments: objectOf(typed.scriptArguments) } : null,
    isDryRun: isWrite(operation) && isDryRun,
  };
}

interface FieldsProps {
  readonly typed: Typed;
  readonly onChange: (change: Partial<Typed>) => void;
  readonly onRun: () => void;
}

/** The input fields that the chosen operation needs. */
function Fields({ typed, onChange, onRun }: FieldsProps) {
  const text = (member: 'uid' | 'filter' | 'pageSize' | 'offset' | 'cookie' | 'fields') => (
    <TextField
      label={messages.fields[member]}
      value={typed[member]}
      isMono
      placeholder={member === 'filter' ? 'true' : ''}
      onChange={(value) => onChange({ [member]: value })}
      onEnter={onRun}
    />
  );
  const { operation } = typed;
  return (
    <>
      {operation === 'GET' || operation === 'UPDATE' || operation === 'DELETE' ? text('uid') : null}
      {operation === 'QUERY' ? (
        <>
          {text('filter')}
          <span className="studio-two">
            {text('pageSize')}
            {text('offset')}
          </span>
          {text('cookie')}
        </>
      ) : null}
      {operation === 'QUERY' || operation === 'GET' ? text('fields') : null}
      {operation === 'CREATE' || operation === 'UPDATE' ? (
        <JsonField
          label={messages.fields.attributes}
          value={typed.attributes}
          help={messages.attributesHelp}
          rows={5}
          onChange={(attributes) => onChange({ attributes: attributes ?? {} })}
        />
      ) : null}
      {operation === 'SCRIPT' ? (
        <>
          <TextArea
            label={messages.fields.script}
            value={typed.script}
            rows={5}
            help={messages.scriptHelp}
            onChange={(script) => onChange({ script })}
          />
          <JsonField
            label={messages.fields.arguments}
            value={typed.scriptArguments}
            help={messages.argumentsHelp}
            onChange={(scriptArguments) => onChange({ scriptArguments: scriptArguments ?? {} })}
          />
        </>
      ) : null}
    </>
  );
}

/** Which operation is run, with what, and whether its requests are really sent. */
export function OperationForm({ studio, runner }: { readonly studio: Studio; readonly runner: Console }) {
  const [typed, setTyped] = useState<Typed>(nothingTyped);
  const types = objectTypesOf(studio.document);
  const [type, setType] = useState<string | null>(null);
  const objectType = type !== null && types.includes(type) ? type : studio.objectType;
  const isElsewhere = studio.system?.isLoopback === false;
  const isDryRun = typed.isDryRun ?? isElsewhere;
  const { operation } = typed;
  const needsUid = operation === 'GET' || operation === 'UPDATE' || operation === 'DELETE';
  const canRun = studio.isJson && !runner.isBusy && !(needsUid && typed.uid === '');
  const run = () => {
    if (canRun) runner.start({ ...operationInput(typed, isDryRun), objectType });
  };
  useCommands([
    {
      id: 'connectors.run',
      title: studioMessages.connectors.commands.run,
      group: 'run',
      keys: ['ctrl+enter'],
      isInMenu: true,
      isDisabled: !canRun,
      run,
    },
  ]);
  return (
    <section className="studio-ask" aria-label={messages.ask}>
      <span className="row wraps">
        <Select
          label={messages.operation}
          options={operations}
          value={operation}
          onChange={(id) => {
            const next = connectorInterfaces.find((candidate) => candidate === id);
            if (next !== undefined) setTyped({ ...typed, operation: next });
          }}
        />
        {types.length > 1 ? (
          <Select
            label={messages.objectType}
            mono
            options={types.map((id) => ({ id, label: id }))}
            value={objectType}
            onChange={setType}
          />
        ) : null}
        <span className="push" />
        <Button kind="ink" icon={Play} disabled={!canRun} onPress={run}>
          {isWrite(operation) && isDryRun
            ? messages.showRequests
            : messages.run(messages.operations[operation])}
        </Button>
      </span>
      <Fields typed={typed} onChange={(change) => setTyped({ ...typed, ...change })} onRun={run} />
      {isWrite(operation) ? (
        <span className="studio-dry">
          <Checkbox
            label={messages.dryRun}
            isChecked={isDryRun}
            onChange={(isOn) => setTyped({ ...typed, isDryRun: isOn })}
          />
          <span className="help">{isDryRun ? messages.dryRunHelp : messages.realRunHelp}</span>
        </span>
      ) : null}
    </section>
  );
}

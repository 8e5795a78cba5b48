import { Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { CodeEditor } from '#renderer/ui/code-editor/code-editor.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { renameAt, setAt } from '#renderer/workbench/json-edits.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject, toPointer } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { labMessages } from '../words.ts';
import type { Declared } from './route-document.ts';
import type { Policy } from './use-policy.ts';

const messages = labMessages.throttle.policy;

const languages = [
  { id: 'application/x-groovy', label: 'Groovy' },
  { id: 'application/javascript', label: 'JavaScript' },
] as const;
const places = [
  { id: 'source', label: messages.fromNames.source },
  { id: 'file', label: messages.fromNames.file },
] as const;
const noEdits: readonly never[] = [];
const ignore = () => undefined;

/** The lines of a script inside the route: a list of lines, or one text. */
function codeOf(source: JsonValue | undefined): string {
  return Array.isArray(source) ? source.join('\n') : typeof source === 'string' ? source : '';
}

interface PartProps {
  readonly policy: Policy;
  readonly script: Declared;
}

/** An argument is JSON where it can be read as such, else a text. */
function argValue(text: string): JsonValue {
  const value = parsedJson(text);
  return value === undefined ? text : value;
}

function Arguments({ policy, script }: PartProps) {
  const { file } = policy;
  const path = [...script.path, 'config', 'args'];
  const args = script.config['args'];
  const entries = Object.entries(isJsonObject(args) ? args : {});
  return (
    <section className="lab-part" aria-label={messages.args}>
      <h3 className="label">{messages.args}</h3>
      <ul className="lab-pairs">
        {entries.map(([name, value], at) => (
          <li key={`${at}`} className="row tight">
            <input
              className="in mono"
              aria-label={messages.argName(at + 1)}
              defaultValue={name}
              onBlur={(event) => policy.change(renameAt(file.text, path, name, event.target.value))}
            />
            <input
              className="in mono"
              aria-label={messages.argValue(name)}
              value={typeof value === 'string' ? value : JSON.stringify(value)}
              onChange={(event) =>
                policy.change(setAt(file.text, [...path, name], argValue(event.target.value)))
              }
            />
            <SmallGhostButton
              icon={X}
              label={messages.removeArg(name)}
              onPress={() => policy.change(setAt(file.text, [...path, name], undefined))}
            />
          </li>
        ))}
      </ul>
      <SmallGhostButton
        icon={Plus}
        onPress={() => policy.change(setAt(file.text, [...path, `arg${entries.length + 1}`], ''))}
      >
        {messages.addArg}
      </SmallGhostButton>
    </section>
  );
}

/** The code, with its errors marked. */
function Code({ policy, script }: PartProps) {
  const { file, findings } = policy;
  const path = [...script.path, 'config', 'source'];
  const code = codeOf(script.config['source']);
  const [begun] = useState(code);
  const [latest, setLatest] = useState(code);
  const cursor = toPointer(path);
  const marks = useMemo(
    () =>
      findings
        .filter(({ pointer }) => pointer === cursor || pointer.startsWith(`${cursor}/`))
        .map(({ severity, message, pointer, offset = 0 }) => {
          const line = Number(pointer.slice(cursor.length + 1));
          return pointer === cursor
            ? { severity, message, ...lineAndColumn(code, offset) }
            : { severity, message, line: line + 1, column: offset + 1 };
        }),
    [findings, cursor, code],
  );
  return (
    <CodeEditor
      label={messages.scriptCode}
      language="plaintext"
      initialText={begun}
      history={noEdits}
      initialCursor={0}
      // Undone in the form, or changed outside.
      replacement={code === latest ? null : code}
      marks={marks}
      cursor={null}
      isReadOnly={file.saved.isReadOnly}
      onReady={ignore}
      onChange={({ text }) => {
        setLatest(text);
        if (text !== code) policy.change(setAt(file.text, path, text.split('\n')));
      }}
    />
  );
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

/** The script of a scriptable policy: its language, its code or file, and its arguments. */
export function ScriptView({ policy }: { readonly policy: Policy }) {
  const { file, form, findings } = policy;
  const script = form?.script ?? null;
  if (script === null)
    return (
      <div className="lab-form">
        <p className="strong">{messages.noScript}</p>
        <p className="help">{messages.noScriptText}</p>
      </div>
    );
  const config = [...script.path, 'config'];
  const scriptFile = script.config['file'];
  const isInFile = scriptFile !== undefined;
  const isIn = (member: string) => toPointer([...config, member]);
  const about = findings.find(({ pointer }) => pointer === isIn('file') || pointer === toPointer(config));
  const handler = script.config['clientHandler'];
  const setText = (member: string) => (value: string) =>
    policy.change(setAt(file.text, [...config, member], value === '' ? undefined : value));
  return (
    <>
      <div className="lab-form">
        <span className="row wraps">
          <Select
            label={messages.language}
            options={languages}
            value={typeof script.config['type'] === 'string' ? script.config['type'] : null}
            onChange={(type) => policy.change(setAt(file.text, [...config, 'type'], type))}
          />
          <Segmented
            mini
            label={messages.from}
            options={places}
            value={isInFile ? 'file' : 'source'}
            onChange={(cursor) =>
              policy.change(
                cursor === 'file'
                  ? setAt(
                      setAt(file.text, [...config, 'source'], undefined),
                      [...config, 'file'],
                      'rate.groovy',
                    )
                  : setAt(
                      setAt(file.text, [...config, 'file'], undefined),
                      [...config, 'source'],
                      ['return null'],
                    ),
              )
            }
          />
        </span>
        {isInFile ? (
          <TextField
            label={messages.scriptFile}
            value={typeof scriptFile === 'string' ? scriptFile : ''}
            isMono
            error={about?.message ?? null}
            onChange={(value) => policy.change(setAt(file.text, [...config, 'file'], value))}
          />
        ) : null}
      </div>
      {isInFile ? null : (
        <div className="lab-code">
          <Code key={toPointer(script.path)} policy={policy} script={script} />
        </div>
      )}
      <Arguments policy={policy} script={script} />
      <div className="lab-form">
        <TextField
          label={messages.clientHandler}
          value={typeof handler === 'string' ? handler : ''}
          isMono
          help={messages.clientHelp}
          onChange={setText('clientHandler')}
        />
      </div>
    </>
  );
}

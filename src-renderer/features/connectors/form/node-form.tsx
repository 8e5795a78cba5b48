import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { operationNames } from '#shared/connectors/configuration/index.ts';
import type { PreviewRow } from '#shared/connectors/index.ts';
import { toPointer, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { useReadPreview } from '../preview/use-read-preview.ts';
import { nodeId, nodePath, type StudioNode } from '../tree/nodes.ts';
import { nodeName } from '../tree/tree.tsx';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { AttributesTable } from './attributes-table.tsx';
import { ExceptionsTable } from './exceptions-table.tsx';
import { textOf } from './json-text.ts';
import { MappingTable } from './mapping-table.tsx';
import { MemberField } from './member-field.tsx';
import { type FieldGroup, groupsOf } from './node-fields.ts';
import { startOf } from './start-of.ts';

const messages = studioMessages.connectors.form;

interface GroupsProps {
  readonly studio: Studio;
  readonly node: StudioNode;
  readonly groups: readonly FieldGroup[];
}

function Groups({ studio, node, groups }: GroupsProps) {
  return groups.map((group) => (
    <fieldset
      key={group.title ?? toPointer(group.at)}
      className={group.title === 'operators' ? 'studio-group columns' : 'studio-group form'}
      aria-label={group.title === null ? nodeName(node) : messages.groups[group.title]}
    >
      {group.title === null ? null : <legend className="label">{messages.groups[group.title]}</legend>}
      {group.names.map((name) => (
        <MemberField key={name} studio={studio} at={group.at} name={name} />
      ))}
    </fieldset>
  ));
}

const noRows: readonly PreviewRow[] = [];

/** The mapping of an operation, with what its paths find in the sample. */
function Mapping({ studio, node }: { readonly studio: Studio; readonly node: StudioNode }) {
  const isRead = node.kind === 'operation' && (node.operation === 'GET' || node.operation === 'QUERY');
  const preview = useReadPreview(studio, isRead ? (node.operation === 'GET' ? 'GET' : 'QUERY') : null);
  if (node.kind !== 'operation' || node.operation === 'DELETE') return null;
  return (
    <MappingTable
      studio={studio}
      operation={nodePath(node)}
      name={isRead ? 'responseMapping' : 'requestMapping'}
      rows={preview?.read.rows ?? noRows}
    />
  );
}

/** Which operations an object class has, and the way to further ones. */
function TypeOverview({ studio, type }: { readonly studio: Studio; readonly type: string }) {
  const at = nodePath({ kind: 'type', type });
  return (
    <div className="studio-part">
      <p className="help">{messages.typeHelp}</p>
      <ul className="lines">
        {operationNames.map((operation) => {
          const node = { kind: 'operation', type, operation } as const;
          const value = valueAt(studio.document, nodePath(node));
          const isThere = value !== undefined && value !== null;
          return (
            <li key={operation} className="row studio-operation">
              <span className="mono strong">{operation}</span>
              <span className="mono wrap muted" data-words="data">
                {isThere
                  ? `${textOf(valueAt(value, ['method']))} ${textOf(valueAt(value, ['path']))}`
                  : messages.absent}
              </span>
              <span className="push" />
              <Button small label={messages.editOperation(operation)} onPress={() => studio.choose(node)}>
                {sharedMessages.common.edit}
              </Button>
            </li>
          );
        })}
      </ul>
      <span className="row">
        <Button
          small
          icon={Trash2}
          onPress={() => {
            studio.set(at, undefined);
            studio.choose({ kind: 'connection' });
          }}
        >
          {messages.removeType(type)}
        </Button>
      </span>
    </div>
  );
}

/** A part that the document lacks: its purpose, and a button that adds it. */
function AbsentPart({ studio, node }: { readonly studio: Studio; readonly node: StudioNode }) {
  const start = startOf(studio.document, node);
  if (start === null) return null;
  return (
    <div className="studio-absent">
      <p>{messages.absentText(nodeName(node))}</p>
      <Button small icon={Plus} onPress={() => studio.set(nodePath(node), start)}>
        {messages.addPart(nodeName(node))}
      </Button>
    </div>
  );
}

function isAbsent(document: JsonValue | undefined, node: StudioNode): boolean {
  const value = valueAt(document, nodePath(node));
  return value === undefined || value === null;
}

function Fields({ studio }: { readonly studio: Studio }) {
  const { node } = studio;
  const path = nodePath(node);
  if (node.kind === 'type') return <TypeOverview studio={studio} type={node.type} />;
  if (node.kind === 'schema') return <AttributesTable studio={studio} path={path} />;
  if (node.kind === 'exceptions') return <ExceptionsTable studio={studio} path={path} />;
  if (isAbsent(studio.document, node) && startOf(studio.document, node) !== null)
    return <AbsentPart studio={studio} node={node} />;
  const groups = groupsOf(node, studio.document);
  const canRemove = node.kind === 'operation' || node.kind === 'pagination' || node.kind === 'filters';
  return (
    <>
      <Groups studio={studio} node={node} groups={groups.slice(0, 1)} />
      <Mapping studio={studio} node={node} />
      <Groups studio={studio} node={node} groups={groups.slice(1)} />
      {canRemove ? (
        <span className="row studio-remove">
          <SmallGhostButton icon={Trash2} onPress={() => studio.set(path, undefined)}>
            {messages.removePart(nodeName(node))}
          </SmallGhostButton>
        </span>
      ) : null}
    </>
  );
}

/** The field of a place in the document: its own, that of its container, or the first one inside it. */
function fieldFor(form: HTMLElement | null, wanted: string): HTMLElement | null {
  const places = [...(form?.querySelectorAll<HTMLElement>('[data-pointer]') ?? [])];
  const pointerOf = ({ dataset }: HTMLElement) => dataset['pointer'] ?? '';
  const around = places
    .filter((cursor) => `${wanted}/`.startsWith(`${pointerOf(cursor)}/`))
    .toSorted((one, other) => pointerOf(other).length - pointerOf(one).length);
  const cursor = around[0] ?? places.find((candidate) => pointerOf(candidate).startsWith(`${wanted}/`));
  if (cursor === undefined) return null;
  return cursor.matches('input') ? cursor : cursor.querySelector<HTMLElement>('input, textarea, button');
}

/** The selected part as a form; it edits the document and leaves other members alone. */
export function NodeForm({ studio }: { readonly studio: Studio }) {
  const form = useRef<HTMLDivElement>(null);
  const { target } = studio;
  const id = nodeId(studio.node);
  useEffect(() => {
    if (target === null) return;
    fieldFor(form.current, target.pointer)?.focus();
  }, [target]);
  return (
    <div ref={form} key={id} className="studio-form">
      <Fields studio={studio} />
    </div>
  );
}

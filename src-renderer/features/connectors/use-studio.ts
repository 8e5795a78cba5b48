import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { connectorName } from '#renderer/workbench/addresses.ts';
import type { FileState } from '#renderer/workbench/file-draft/use-file.ts';
import {
  isJson,
  positionAt,
  setAt,
  syntaxFaultIn,
  type TextPosition,
  valueOf,
} from '#renderer/workbench/json-edits.ts';
import type { ConnectorSystem } from '#shared/api/index.ts';
import { type ConnectorDocument, readConnector } from '#shared/connectors/configuration/index.ts';
import { compileObjectType } from '#shared/connectors/index.ts';
import type { ConnectorProblem } from '#shared/connectors/types.ts';
import { fromPointer, type JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type KeptStudio, keepStudio, useKeptStudio } from './kept-studios.ts';
import {
  linesOf,
  nodeAt,
  nodeId,
  nodePath,
  objectTypesOf,
  type StudioNode,
  type TreeLine,
} from './tree/nodes.ts';

const checkAfterMillis = 300;

/** The first syntax error of a text. */
export interface Syntax {
  readonly problem: ConnectorProblem;
  readonly at: TextPosition;
}

/** Target position in the text editor. */
export interface StudioCursor extends TextPosition {
  /** True where the person chose a part in the tree, and goes on there. */
  readonly isFollowing: boolean;
}

/** A connector under edit, with its facts. */
export interface Studio {
  readonly fileName: string;
  /** Name of the system. */
  readonly name: string;
  readonly file: FileState;
  readonly isJson: boolean;
  /** The syntax error in the text and its position; meanwhile the studio keeps working with the last valid text. */
  readonly syntax: Syntax | null;
  readonly document: JsonValue | undefined;
  /** The document parsed as a connector, for previews. */
  readonly connector: ConnectorDocument | null;
  readonly problems: readonly ConnectorProblem[];
  /** The connector as known to the engine; null: it has not answered yet. */
  readonly system: ConnectorSystem | null;
  readonly lines: readonly TreeLine[];
  readonly node: StudioNode;
  /** The object class that is looked at: that of the chosen part, or else the first. */
  readonly objectType: string;
  readonly kept: KeptStudio;
  readonly keep: (change: Partial<KeptStudio>) => void;
  readonly choose: (node: StudioNode) => void;
  /** Makes the document another one at one stroke. */
  readonly change: (text: string) => void;
  /** Sets the value at a path, or takes it away where it is undefined. */
  readonly set: (path: JsonPath, value: JsonValue | undefined) => void;
  readonly cursor: StudioCursor | null;
  /** Shows where a problem is: in the form, or in the text where that is shown. */
  readonly goTo: (pointer: string) => void;
  /** Shows the syntax error in the text. */
  readonly goToSyntax: () => void;
  /** The field that a person was sent to; each time another object. */
  readonly target: { readonly pointer: string } | null;
}

/** The engine's check of the document shortly after the last change, variables and secrets included. */
function useChecked(fileName: string, text: string): ConnectorSystem | null {
  const { orpc } = useApi();
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), checkAfterMillis);
    return () => clearTimeout(timer);
  }, [text]);
  const checked = useQuery({
    ...orpc.connectors.check.queryOptions({ input: { document: settled, file: fileName } }),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 10_000,
  });
  return checked.data ?? null;
}

const nothing: ReturnType<typeof readConnector> = { connector: null, partial: null, problems: [] };

/** The value of the last valid text; none if the file has never been valid JSON. */
function goodValue(text: string): JsonValue | undefined {
  return isJson(text) ? valueOf(text) : undefined;
}

function read(document: JsonValue | undefined): typeof nothing {
  return document === undefined ? nothing : readConnector(document);
}

/** Problems that compiling finds, in paths, expressions and rules; those of reading are known already. */
function compiledProblems(connector: ConnectorDocument | null): readonly ConnectorProblem[] {
  const types = connector?.configurationProperties.objectTypes ?? {};
  return Object.entries(types).flatMap(([name, config]) => {
    const way = `/configurationProperties/objectTypes/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return compileObjectType(name, config).problems.map((problem) => ({
      ...problem,
      pointer: `${way}${problem.pointer}`,
    }));
  });
}

function syntaxOf(text: string): Syntax | null {
  const fault = syntaxFaultIn(text);
  if (fault === null) return null;
  const { line, column, what } = fault;
  const problem: ConnectorProblem = {
    code: 'workspace.syntax',
    severity: 'error',
    message: `Syntax error at line ${line}, column ${column}: ${what}.`,
    fix: 'Correct it there. Until then, everything else uses the last valid text.',
    pointer: '',
  };
  return { problem, at: { line, column } };
}

/** The last valid text: a half-typed word must not change the structure. */
function useLastGood(text: string, savedText: string, syntax: Syntax | null): string {
  const [good, setGood] = useState(() => (syntax === null ? text : savedText));
  if (syntax === null && good !== text) setGood(text);
  return syntax === null ? text : good;
}

/** Each problem once; those that only the engine can find come after those found here. */
function merged(...lists: readonly (readonly ConnectorProblem[])[]): readonly ConnectorProblem[] {
  const found = new Map<string, ConnectorProblem>();
  for (const problem of lists.flat()) {
    const key = `${problem.code} ${problem.pointer} ${problem.message}`;
    if (!found.has(key)) found.set(key, problem);
  }
  const order = { error: 0, warning: 1, notice: 2 } as const;
  return [...found.values()].toSorted((one, other) => order[one.severity] - order[other.severity]);
}

/** Reads a connector under edit into the parts of its document, and reports its problems. */
export function useStudio(fileName: string, file: FileState): Studio {
  const kept = useKeptStudio(fileName);
  const [cursor, setPlace] = useState<StudioCursor | null>(null);
  const [target, setTarget] = useState<Studio['target']>(null);
  const { text, rewrite } = file;
  const syntax = useMemo(() => syntaxOf(text), [text]);
  const goodText = useLastGood(text, file.saved.text, syntax);
  const document = useMemo(() => goodValue(goodText), [goodText]);
  // Typing is never delayed: findings in the text follow later.
  const settled = useDeferredValue(document);
  const found = useMemo(() => read(settled), [settled]);
  const compiled = useMemo(() => compiledProblems(found.partial), [found]);
  const system = useChecked(fileName, goodText);
  // Only the engine knows variables and secrets: it reports missing ones.
  const own = useMemo(() => found.problems.filter(({ code }) => !code.startsWith('workspace.')), [found]);
  const problems = useMemo(() => merged(own, compiled, system?.problems ?? []), [own, compiled, system]);
  const lines = useMemo(() => linesOf(document), [document]);
  const node = (lines.find(({ id }) => id === kept.nodeId) ?? lines[1] ?? lines[0])?.node ?? {
    kind: 'system',
  };
  const change = (next: string) => {
    if (next !== text) rewrite(next);
  };
  const keep = (changes: Partial<KeptStudio>) => keepStudio(fileName, changes);
  const positionOfPath = (path: JsonPath) => positionAt(text, path.map(String));
  const choose = (chosen: StudioNode) => {
    setTarget(null);
    keep({ nodeId: nodeId(chosen) });
    if (kept.view === 'json') setPlace({ ...positionOfPath(nodePath(chosen)), isFollowing: true });
  };
  return {
    fileName,
    name: connectorName(fileName),
    file,
    isJson: syntax === null,
    syntax,
    document,
    connector: found.partial,
    problems,
    system,
    lines,
    node,
    objectType: 'type' in node ? node.type : (objectTypesOf(document)[0] ?? '__ACCOUNT__'),
    kept,
    keep,
    choose,
    change,
    set: (path, value) => change(setAt(text, path, value)),
    cursor,
    goTo: (pointer) => {
      keep({ nodeId: nodeId(nodeAt(pointer)) });
      setTarget({ pointer });
      if (kept.view === 'json')
        setPlace({ ...positionOfPath(fromPointer(pointer) ?? []), isFollowing: false });
    },
    goToSyntax: () => {
      keep({ view: 'json' });
      if (syntax !== null) setPlace({ ...syntax.at, isFollowing: false });
    },
    target,
  };
}

/** Returns the first problem at a place of the document, or else inside it. */
export function problemAt(problems: readonly ConnectorProblem[], pointer: string): ConnectorProblem | null {
  return (
    problems.find((problem) => problem.pointer === pointer) ??
    problems.find((problem) => problem.pointer.startsWith(`${pointer}/`)) ??
    null
  );
}

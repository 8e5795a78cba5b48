import { Drawn } from '#renderer/ui/icon.tsx';
import { ListBox } from '#renderer/ui/list-box.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { gravestByNode, nodeId, type StudioNode, type TreeLine } from './nodes.ts';

const messages = studioMessages.connectors.tree;

/** Returns the display name of a part. */
export function nodeName(node: StudioNode): string {
  if (node.kind === 'operation') return node.operation;
  return node.kind === 'type' ? node.type : messages.parts[node.kind];
}

/** State of a part: wrong, doubtful, complete, or missing. */
function Mark({ line, severity }: { readonly line: TreeLine; readonly severity: string | undefined }) {
  if (severity === 'error' || severity === 'warning')
    return (
      <span className={severity === 'error' ? 'c-danger' : 'c-warn'}>
        <Drawn name={severity === 'error' ? 'failed' : 'warning'} small />
        <span className="vh">{messages.marks[severity]}</span>
      </span>
    );
  if (line.node.kind === 'type') return null;
  if (!line.isPresent)
    return (
      <span className="muted">
        <Drawn name="never" small />
        <span className="vh">{messages.marks.absent}</span>
      </span>
    );
  return (
    <span className="c-ok">
      <Drawn name="passed" small />
      <span className="vh">{messages.marks.complete}</span>
    </span>
  );
}

/** The parts of the connector; the chosen one is edited beside it. */
export function PartTree({ studio }: { readonly studio: Studio }) {
  const marks = gravestByNode(studio.problems);
  return (
    <section className="studio-tree" aria-label={messages.title}>
      <PaneHead title={messages.title} />
      <ListBox
        label={messages.title}
        items={studio.lines}
        selectedId={nodeId(studio.node)}
        onSelect={({ node }) => studio.choose(node)}
        className="studio-lines scroll"
        itemClass={({ node, depth, isPresent }) =>
          `studio-line inset${depth === 1 ? ' deep' : ''}${node.kind === 'type' ? ' head' : ''}${isPresent ? '' : ' absent'}`
        }
      >
        {(line) => (
          <>
            <span
              className={line.node.kind === 'type' || line.node.kind === 'operation' ? 'mono clip' : 'clip'}
            >
              {nodeName(line.node)}
            </span>
            <Mark line={line} severity={marks.get(line.id)} />
          </>
        )}
      </ListBox>
    </section>
  );
}

/** The parts as one list to choose from, where there is no room for the tree. */
export function PartChoice({ studio }: { readonly studio: Studio }) {
  const options = studio.lines.map(({ id, node, depth }) => ({
    id,
    label: depth === 1 && 'type' in node ? `${node.type}: ${nodeName(node)}` : nodeName(node),
  }));
  return (
    <Select
      label={messages.title}
      options={options}
      value={nodeId(studio.node)}
      onChange={(id) => {
        const line = studio.lines.find((candidate) => candidate.id === id);
        if (line !== undefined) studio.choose(line.node);
      }}
    />
  );
}

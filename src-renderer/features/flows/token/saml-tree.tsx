import type { CSSProperties } from 'react';
import type { SamlNode, SamlVerdict } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { type NestedNode, nest } from './nest.ts';
import { type Covering, coveringOf } from './use-saml-verdicts.ts';

const messages = flowMessages.tokenSaml;

interface NodeProps {
  readonly node: NestedNode;
  readonly outer: Covering;
  readonly verdicts: readonly SamlVerdict[];
}

function Tag({ node: { name, attributes } }: { readonly node: SamlNode }) {
  return (
    <>
      <span className="k">{name}</span>
      {attributes.map((attribute) => (
        <span key={attribute.name} className="tok-attribute">
          <span className="p"> {attribute.name}=</span>
          <span className="s wrap">{attribute.value}</span>
        </span>
      ))}
    </>
  );
}

/** Text of an element without children is shown beside its name. */
function onlyText(node: NestedNode): string | null {
  const [child, ...others] = node.children;
  return child?.kind === 'text' && others.length === 0 ? child.text : null;
}

function Line({ node }: { readonly node: NestedNode }) {
  if (node.kind === 'text') return <span className="wrap">{node.text}</span>;
  if (node.kind === 'comment')
    return (
      <span className="tok-comment wrap">
        <span className="ref">{messages.comment}</span> {node.text}
      </span>
    );
  const text = onlyText(node);
  return (
    <>
      <Tag node={node} />
      {text === null ? null : <span className="wrap"> {text}</span>}
    </>
  );
}

function TreeNode({ node, outer, verdicts }: NodeProps) {
  const covering = coveringOf(node.coveredBy, verdicts);
  const begins = node.kind === 'element' && covering !== outer && covering !== 'none';
  const children = onlyText(node) === null ? node.children : [];
  return (
    <li className={`tok-node ${covering}`}>
      <div className="tok-line mono" style={{ '--depth': node.depth } as CSSProperties}>
        <Line node={node} />
        {begins ? (
          <span className={`tok-mark ${covering}`}>
            {node.coveredBy.map((index) => messages.coveredBy(index + 1)).join(', ')}:{' '}
            {messages.coverings[covering]}
          </span>
        ) : null}
      </div>
      {children.length === 0 ? null : (
        <ul>
          {children.map((child) => (
            <TreeNode key={child.id} node={child} outer={covering} verdicts={verdicts} />
          ))}
        </ul>
      )}
    </li>
  );
}

export interface SamlTreeProps {
  readonly nodes: readonly SamlNode[];
  readonly verdicts: readonly SamlVerdict[];
}

/** The document as a tree; a line at its side marks the coverage of a signature, solid once it is proved. */
export function SamlTree({ nodes, verdicts }: SamlTreeProps) {
  return (
    <section className="tok-part" aria-label={messages.tree}>
      <h3 className="label">{messages.tree}</h3>
      <ul className="tok-tree code">
        {nest(nodes).map((node) => (
          <TreeNode key={node.id} node={node} outer="none" verdicts={verdicts} />
        ))}
      </ul>
    </section>
  );
}

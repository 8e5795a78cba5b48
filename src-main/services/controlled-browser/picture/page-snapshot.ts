import type { Protocol } from 'devtools-protocol';
import { z } from 'zod';

/** Styles that are read of every box, in the order in which the browser gives them. */
export const readStyles = [
  'font-size',
  'text-shadow',
  'filter',
  '-webkit-box-reflect',
  'background-image',
  'transform',
  'rotate',
  'scale',
  'zoom',
  'perspective',
  'offset-path',
  'border-left-width',
  'border-top-width',
  'padding-left',
  'padding-top',
] as const;

export type ReadStyle = (typeof readStyles)[number];

const sparse = z.object({ index: z.array(z.number()), value: z.array(z.number()) });

const documentSchema = z.object({
  scrollOffsetX: z.number().default(0),
  scrollOffsetY: z.number().default(0),
  nodes: z.object({
    parentIndex: z.array(z.number()),
    nodeName: z.array(z.number()),
    nodeValue: z.array(z.number()),
    /** Names and values in turn. */
    attributes: z.array(z.array(z.number())),
    textValue: sparse,
    inputValue: sparse,
    currentSourceURL: sparse,
    contentDocumentIndex: sparse,
    shadowRootType: sparse,
  }),
  layout: z.object({
    nodeIndex: z.array(z.number()),
    styles: z.array(z.array(z.number())),
    bounds: z.array(z.array(z.number())),
    text: z.array(z.number()),
  }),
});

/** Everything that a page draws, closed shadow roots and frames of its own process included. Numbers are indexes of strings. */
export const pageSnapshotSchema = z.object({
  documents: z.array(documentSchema).min(1),
  strings: z.array(z.string()),
});

export type PageSnapshot = z.infer<typeof pageSnapshotSchema>;
export type SnapshotDocument = z.infer<typeof documentSchema>;

/** The question that is answered by such a snapshot. */
export const snapshotQuestion: Protocol.DOMSnapshot.CaptureSnapshotRequest = {
  computedStyles: [...readStyles],
};

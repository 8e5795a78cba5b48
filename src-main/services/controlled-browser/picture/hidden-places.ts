import { DrawnDocument, type PagePlace } from './drawn-document.ts';
import { KnownValues } from './known-values.ts';
import type { PageSnapshot } from './page-snapshot.ts';

/** Most of a page of which a picture is taken: all of it is looked through. */
const most = { nodes: 20_000, characters: 16_777_216 };

/** All places of a page that show one of the values, or may; null: they cannot be known. */
export function hiddenPlaces(snapshot: PageSnapshot, values: readonly string[]): readonly PagePlace[] | null {
  const { documents, strings } = snapshot;
  const nodes = documents.reduce(
    (sum, { nodes: { nodeName }, layout }) => sum + nodeName.length + layout.nodeIndex.length,
    0,
  );
  const characters = strings.reduce((sum, { length }) => sum + length, 0);
  if (nodes > most.nodes || characters > most.characters) return null;
  const known = new KnownValues(values);
  const drawn = documents.map((document) => new DrawnDocument(snapshot, document, known));
  if (drawn.some((document) => document.isUnplaceable())) return null;
  return placesIn(drawn, 0);
}

function placesIn(drawn: readonly DrawnDocument[], index: number): readonly PagePlace[] {
  const document = drawn[index];
  if (document === undefined) return [];
  const framed = document.frames().flatMap(({ box, document: inner, inner: corner }) => {
    // A frame of another process is covered as a whole, whatever is in it.
    if (inner === null || inner <= index) return [box];
    const places = placesIn(drawn, inner);
    if (places.length === 0) return [];
    return corner === null ? [box] : places.flatMap((place) => within(box, moved(place, corner)));
  });
  return [...document.hidden(), ...framed];
}

function moved(place: PagePlace, by: { readonly left: number; readonly top: number }): PagePlace {
  return { ...place, left: place.left + by.left, top: place.top + by.top };
}

/** The part of a place that a box shows. */
function within(box: PagePlace, place: PagePlace): readonly PagePlace[] {
  const left = Math.max(box.left, place.left);
  const top = Math.max(box.top, place.top);
  const width = Math.min(box.left + box.width, place.left + place.width) - left;
  const height = Math.min(box.top + box.height, place.top + place.height) - top;
  return width > 0 && height > 0 ? [{ left, top, width, height }] : [];
}

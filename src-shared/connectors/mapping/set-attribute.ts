import type { JsonValue } from '../../workspace/three-way.ts';

const lastPlace = 15;

/**
 * Sets the attribute that comes at an index of all that are read. The engine remembers at each place of the code which
 * name it set there and where in the object it stands; at one place for all attributes it would look for each anew,
 * which takes a third of the time of a mapping. So the first ones have a place each.
 */
export function setAttribute(
  index: number,
  attributes: Record<string, JsonValue>,
  name: string,
  value: JsonValue,
): void {
  switch (index & lastPlace) {
    case 0:
      attributes[name] = value;
      return;
    case 1:
      attributes[name] = value;
      return;
    case 2:
      attributes[name] = value;
      return;
    case 3:
      attributes[name] = value;
      return;
    case 4:
      attributes[name] = value;
      return;
    case 5:
      attributes[name] = value;
      return;
    case 6:
      attributes[name] = value;
      return;
    case 7:
      attributes[name] = value;
      return;
    case 8:
      attributes[name] = value;
      return;
    case 9:
      attributes[name] = value;
      return;
    case 10:
      attributes[name] = value;
      return;
    case 11:
      attributes[name] = value;
      return;
    case 12:
      attributes[name] = value;
      return;
    case 13:
      attributes[name] = value;
      return;
    case 14:
      attributes[name] = value;
      return;
    default:
      attributes[name] = value;
  }
}

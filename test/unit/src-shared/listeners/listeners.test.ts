import { describe, expect, test } from 'vitest';
import { Listeners } from '#shared/listeners/listeners.ts';

describe('listeners', () => {
  test('all are told, in the order in which they were added, until they are removed or cleared', () => {
    const told: string[] = [];
    const listeners = new Listeners<[number]>();
    const remove = listeners.add((count) => told.push(`first ${count}`));
    listeners.add((count) => told.push(`second ${count}`));
    listeners.tell(1);
    remove();
    listeners.tell(2);
    expect(told).toEqual(['first 1', 'second 1', 'second 2']);
    expect(listeners.size).toBe(1);
    listeners.clear();
    listeners.tell(3);
    expect(told).toHaveLength(3);
  });
});

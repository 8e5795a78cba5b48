import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { stopSignal } from '#main/hosts/headless/stop-signal.ts';

function started() {
  const process = new EventEmitter();
  const exits: number[] = [];
  let nowMillis = 5_000;
  let isAsked = false;
  const asked = stopSignal({
    on: (signal, listener) => void process.on(signal, listener),
    clock: { nowMillis: () => nowMillis },
    exit: (code) => void exits.push(code),
  }).then(() => {
    isAsked = true;
  });
  return {
    process,
    exits,
    asked,
    isAsked: () => isAsked,
    advance: (millis: number) => (nowMillis += millis),
  };
}

test('a signal that comes twice at once, as `timeout` and npm send it, is one wish', async () => {
  const { process, exits, asked, advance } = started();
  process.emit('SIGTERM');
  advance(5);
  process.emit('SIGTERM');
  process.emit('SIGINT');
  await asked;
  expect(exits).toEqual([]);
});

test('who does not want to wait asks again', async () => {
  const { process, exits, asked, isAsked, advance } = started();
  expect(isAsked()).toBe(false);
  process.emit('SIGINT');
  await asked;
  advance(1_000);
  process.emit('SIGINT');
  process.emit('SIGTERM');
  expect(exits).toEqual([130, 143]);
});

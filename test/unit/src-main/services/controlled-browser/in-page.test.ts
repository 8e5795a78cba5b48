import { Script } from 'node:vm';
import { expect, expectTypeOf, test } from 'vitest';
import type { DomControl, DomForm, DomWindow } from '#main/services/controlled-browser/in-page/dom.ts';
import { inPageSource } from '#main/services/controlled-browser/in-page/source.ts';

test('the code in pages is sent whole: it names nothing of its modules', () => {
  expect(() => new Script(inPageSource)).not.toThrow();
  expect(inPageSource).not.toMatch(/__vi|\bimport\b|\brequire\(/);
});

test('the parts of a document that it uses are those of a browser', () => {
  expectTypeOf<typeof globalThis.window>().toExtend<
    Omit<DomWindow, 'document' | 'frameElement' | 'getComputedStyle'>
  >();
  expectTypeOf<HTMLInputElement>().toExtend<
    Pick<DomControl, 'type' | 'name' | 'disabled' | 'readOnly' | 'maxLength' | 'checked'>
  >();
  expectTypeOf<HTMLFormElement>().toExtend<Pick<DomForm, 'action' | 'method'>>();
});

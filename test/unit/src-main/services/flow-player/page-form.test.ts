import { describe, expect, test } from 'vitest';
import { hiddenFields, readForm, readPage } from '#main/services/flow-player/page-form.ts';
import { cpuMillis } from '#test/support/cpu.ts';

describe('the form of a page', () => {
  test('is the first one, with what a browser would send', () => {
    const form = readForm(`
      <form action=/sign-in?a=1&amp;b=2 METHOD='post' data-method="get">
        <input type="hidden" name="csrf" data-name="other" value="a&quot;b&#x26;c&gt;">
        <input name=user><input TYPE="Password" name="secret"/>
        <button name="decision" value="allow">Yes</button>
      </form><form action="/other"><input name="late"></form>`);
    expect(form).toEqual({
      action: '/sign-in?a=1&b=2',
      method: 'POST',
      inputs: [
        { name: 'csrf', type: 'hidden', value: 'a"b&c>' },
        { name: 'user', type: 'text', value: '' },
        { name: 'secret', type: 'password', value: '' },
        { name: 'decision', type: 'submit', value: 'allow' },
      ],
    });
    expect(form === null ? [] : hiddenFields(form)).toEqual([['csrf', 'a"b&c>']]);
  });

  test('is none that stands in a script, a comment or a text', () => {
    expect(
      readForm(`<script>"<form action='/a'>"</script><!-- <form> --><textarea><form></textarea>&lt;form>`),
    ).toBeNull();
  });

  test('ends with the page where it has no end', () => {
    expect(readForm('<form action="/a"><input name="b">')).toMatchObject({ inputs: [{ name: 'b' }] });
  });

  test('has no more fields than servers read', () => {
    expect(readForm(`<form>${'<input>'.repeat(1_000)}`)?.inputs).toHaveLength(1_000);
    expect(() => readForm(`<form>${'<input>'.repeat(1_001)}`)).toThrow(/more than 1000 fields/);
  });
});

test('the links by which people refuse are found however their attributes stand', () => {
  const { refusals } = readPage(`<a href='/home'>Home</a><A class=x HREF=/Deny?a=1&amp;b>No</A>`);
  expect(refusals).toEqual(['/Deny?a=1&b']);
});

test.each([
  '<form>',
  '<form ',
  '<a href="',
  '<div><p>',
  '<i></b>',
  '<!--',
  '<script></scrip',
  '&amp;',
  '<a b=',
])('a page of %s takes time as it is long, not its square', (piece) => {
  const page = (bytes: number) => `<form>${piece.repeat(bytes / piece.length)}`;
  const startedMillis = cpuMillis();
  readPage(page(4_000_000));
  expect(cpuMillis() - startedMillis).toBeLessThan(3_000);
});

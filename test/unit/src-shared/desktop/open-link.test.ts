import { describe, expect, test } from 'vitest';
import { isOpenLink, openLinkScheme, parseOpenLink } from '#shared/desktop/index.ts';

describe('a link from elsewhere', () => {
  test.each([
    ['gatehouse-open:/home', '/home'],
    ['gatehouse-open:/flows?client=portal-web', '/flows?client=portal-web'],
    ['gatehouse-open:/identity/clients/portal%20web', '/identity/clients/portal%20web'],
    ['gatehouse-open:/files/routes/10-a.json?at=3:1', '/files/routes/10-a.json?at=3:1'],
    ['gatehouse-open:/settings', '/settings'],
  ])('leads to a place in the window: %s', (link, path) => {
    expect(parseOpenLink(link)).toBe(path);
  });

  test.each([
    ['nothing', 'gatehouse-open:'],
    ['no path', 'gatehouse-open:/'],
    ['an authority', 'gatehouse-open://home'],
    ['an authority that is empty', 'gatehouse-open:///home'],
    ['a screen that does not exist', 'gatehouse-open:/admin'],
    ['a name of every object', 'gatehouse-open:/constructor'],
    ['a scheme in other letters', 'GATEHOUSE-OPEN:/home'],
    ['the scheme of the page', 'gatehouse://app/home'],
    ['a fragment', 'gatehouse-open:/home#/settings'],
    ['a step up', 'gatehouse-open:/files/../home'],
    ['a step up that is hidden', 'gatehouse-open:/files/%2e%2e/home'],
    ['a broken escape', 'gatehouse-open:/files/%zz'],
    ['a line break that is hidden', 'gatehouse-open:/files/a%0ab'],
    ['a line break', 'gatehouse-open:/files/a\nb'],
    ['a control character in the query', 'gatehouse-open:/flows?client=%00'],
    ['a backslash that is hidden', 'gatehouse-open:/files/a%5cb'],
    ['a space', 'gatehouse-open:/files/a b'],
    ['markup', 'gatehouse-open:/files/<script>'],
    ['two paths', 'gatehouse-open:/home gatehouse-open:/home'],
    ['far too much', `gatehouse-open:/files/${'a'.repeat(2_048)}`],
  ])('leads nowhere with %s', (_, link) => {
    expect(parseOpenLink(link)).toBeNull();
  });

  test('is told from other arguments by its scheme, sound or not', () => {
    expect(openLinkScheme).toBe('gatehouse-open');
    expect(
      ['GATEHOUSE-OPEN:x', 'gatehouse-open:/home', 'gatehouse-opens:/home', '/home'].map(isOpenLink),
    ).toEqual([true, true, false, false]);
  });
});

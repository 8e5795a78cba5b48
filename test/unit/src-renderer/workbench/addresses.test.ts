import { describe, expect, test } from 'vitest';
import {
  activityPath,
  documentOf,
  filePath,
  linkTo,
  parsePath,
  resolvePath,
  screens,
} from '#renderer/workbench/addresses.ts';

describe('addresses of the application', () => {
  test('a link to an exchange leads to it in Activity, and back', () => {
    const path = resolvePath('gatehouse://x/0199-ab');
    expect(path).toBe('/activity?x=0199-ab');
    expect(linkTo(path)).toBe('gatehouse://x/0199-ab');
  });

  test('a link to a screen is its path', () => {
    expect(resolvePath('gatehouse://flows/run-1')).toBe('/flows/run-1');
    expect(linkTo('/flows/run-1')).toBe('gatehouse://flows/run-1');
    expect(resolvePath('#/settings/keys')).toBe('/settings/keys');
  });

  test('what leads nowhere leads home', () => {
    expect(resolvePath('gatehouse://nowhere/1')).toBe('/home');
    expect(resolvePath('javascript:alert(1)')).toBe('/home');
    expect(resolvePath('')).toBe('/home');
  });

  test('file names with any sign come back as they were', () => {
    const path = filePath('oauth/clients/a b#?%.json', { line: 3, column: 7 });
    expect(parsePath(path)?.rest).toBe('oauth/clients/a b#?%.json');
    expect(parsePath(path)?.query.get('at')).toBe('3:7');
    expect(parsePath('/files/%E0%A4%A')?.rest).toBe('%E0%A4%A');
  });

  test('a filter stands in the address', () => {
    const path = activityPath({ filter: 'status:>=400 "a b"', exchangeId: 'x1' });
    expect(parsePath(path)?.query.get('filter')).toBe('status:>=400 "a b"');
    // An empty filter is a choice: without one, the screen leaves the attacks out.
    expect(activityPath({ filter: '' })).toBe('/activity?filter=');
    expect(activityPath({})).toBe('/activity');
  });

  test('each file, each connector and each import is a document, every other screen is one as a whole', () => {
    expect(documentOf('/files/a.json?at=1:1')).toBe('files/a.json');
    const single = screens.filter((screen) => documentOf(`/${screen}/a-7`) === screen);
    expect(screens.filter((screen) => !single.includes(screen))).toEqual(['connectors', 'consents', 'files']);
    for (const screen of screens) expect(documentOf(`/${screen}?q=1`)).toBe(screen);
    expect(documentOf('/consents/JOB%201.json?step=load')).toBe('consents/JOB 1.json');
    expect(documentOf('/nowhere/1')).toBe('home');
  });
});

import { describe, expect, test } from 'vitest';
import { type ReleaseFacts, releaseFaults } from '../../../../scripts/support/packaging/release-faults.ts';

const ready: ReleaseFacts = {
  version: '1.2.0',
  placeholders: [],
  changelog: '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2027-01-15\n\n### Added\n\n- Something.\n',
  siteTags: [null, 'v1.2.0'],
  changedFiles: [],
  tags: ['v1.1.0'],
};

describe('a release', () => {
  test('is possible where all is said and nothing is made up', () => {
    expect(releaseFaults(ready)).toEqual([]);
  });

  test.each<[string, Partial<ReleaseFacts>, RegExp]>([
    ['contacts are placeholders', { placeholders: ['appId', 'author'] }, /placeholders: appId, author/],
    [
      'the changelog lacks the version',
      { version: '1.3.0', siteTags: ['v1.3.0'] },
      /no section “## \[1\.3\.0\]/,
    ],
    [
      'the version has no date',
      { changelog: ready.changelog.replace(' - 2027-01-15', '') },
      /no section “## \[1\.2\.0\]/,
    ],
    [
      'entries are not of a version',
      { changelog: ready.changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n') },
      /entries under Unreleased/,
    ],
    ['the site would not show it', { siteTags: [null] }, /versions\.json does not list v1\.2\.0/],
    ['it was released before', { tags: ['v1.2.0'] }, /tag v1\.2\.0 exists/],
    ['files are not committed', { changedFiles: ['README.md'] }, /not committed: README\.md/],
  ])('is not possible while %s', (_, part, fault) => {
    expect(releaseFaults({ ...ready, ...part })).toEqual([expect.stringMatching(fault)]);
  });
});

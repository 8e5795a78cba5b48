/** All that a release is judged by. */
export interface ReleaseFacts {
  readonly version: string;
  /** Members of `packaging/product.json` that are made up. */
  readonly placeholders: readonly string[];
  /** The text of CHANGELOG.md. */
  readonly changelog: string;
  /** Tags of the versions that the site of the documentation lists. */
  readonly siteTags: readonly (string | null)[];
  /** Files that git reports as changed. */
  readonly changedFiles: readonly string[];
  /** Tags of the repository. */
  readonly tags: readonly string[];
}

/** Says what keeps a version from being released; one sentence each, empty for none. */
export function releaseFaults(facts: ReleaseFacts): readonly string[] {
  const { version, placeholders, changelog, siteTags, changedFiles, tags } = facts;
  const tag = `v${version}`;
  const heading = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - (\\d{4}-\\d{2}-\\d{2})$`, 'm');
  const pending = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|$(?![\s\S]))/m.exec(changelog)?.[1] ?? '';
  const faults: readonly (readonly [boolean, string])[] = [
    [
      placeholders.length > 0,
      `packaging/product.json still has placeholders: ${placeholders.join(', ')}. Fill them in, and remove them from its list.`,
    ],
    [
      !heading.test(changelog),
      `CHANGELOG.md has no section “## [${version}] - <date>”. Rename Unreleased, and begin a new one above it.`,
    ],
    [pending.trim() !== '', 'CHANGELOG.md has entries under Unreleased. Move them to the version.'],
    [
      !siteTags.includes(tag),
      `docs/site/versions.json does not list ${tag}. Add { "name": "${version}", "path": "/${version}/", "tag": "${tag}" }.`,
    ],
    [tags.includes(tag), `The tag ${tag} exists. Raise the version in package.json.`],
    [changedFiles.length > 0, `Files are not committed: ${changedFiles.join(', ')}.`],
  ];
  return faults.flatMap(([isFault, text]) => (isFault ? [text] : []));
}

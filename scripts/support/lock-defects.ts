type Members = Readonly<Record<string, unknown>>;

/** A package may stand under another name beside a newer version of itself. */
const exactVersion = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/;
const dependencyKinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/**
 * Lists what makes an installation fail on another machine: ranges in the manifest, entries for optional packages
 * (those of other platforms) that the lock lacks, and addresses of the registry it was written with.
 */
export function lockDefects(manifest: unknown, lock: unknown): readonly string[] {
  const packages = membersOf(membersOf(lock)['packages']);
  return [
    ...inexactVersions(membersOf(manifest)),
    ...driftedVersions(membersOf(manifest), membersOf(packages[''])),
    ...Object.entries(packages).flatMap(([path, entry]) => entryDefects(packages, path, membersOf(entry))),
  ];
}

function inexactVersions(manifest: Members): readonly string[] {
  return dependencyKinds.flatMap((kind) =>
    Object.entries(membersOf(manifest[kind]))
      .filter(([, version]) => typeof version !== 'string' || !exactVersion.test(version))
      .map(([name, version]) => `package.json: ${kind}.${name} is ${String(version)}, not one exact version`),
  );
}

function driftedVersions(manifest: Members, root: Members): readonly string[] {
  return dependencyKinds.flatMap((kind) => {
    const [wanted, locked] = [membersOf(manifest[kind]), membersOf(root[kind])];
    return [...new Set([...Object.keys(wanted), ...Object.keys(locked)])]
      .filter((name) => wanted[name] !== locked[name])
      .map((name) => `package-lock.json: ${name} was locked from another package.json`);
  });
}

function entryDefects(packages: Members, path: string, entry: Members): readonly string[] {
  const missing = Object.keys(membersOf(entry['optionalDependencies']))
    .filter((name) => !isReachable(packages, path, name))
    .map(
      (name) => `package-lock.json: no entry for ${name}, an optional package of ${path || 'the project'}`,
    );
  return 'resolved' in entry && entry['link'] !== true
    ? [...missing, `package-lock.json: ${path} carries the address of a registry`]
    : missing;
}

// Node's own lookup: beside the package, then in each node_modules further out.
function isReachable(packages: Members, path: string, name: string): boolean {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in packages) return true;
    if (from === '') return false;
  }
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** Resources by their path templates. */
export interface TemplateIndex<T> {
  /** Every thing whose template matches, in the order in which they were given. */
  find(segments: readonly string[]): readonly T[];
}

interface Numbered<T> {
  readonly order: number;
  readonly value: T;
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  any: Node<T> | null;
  readonly here: Numbered<T>[];
  /** Of templates that end in `**`. */
  readonly rest: Numbered<T>[];
}

/** Segments of a template: a variable of any name is `{}`. */
function templateSegments(template: string): readonly string[] {
  return template
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (/^\{[^{}]*\}$/.test(segment) ? '{}' : segment));
}

/** Returns a test of whether the segments of a path match a template: `{}` is one segment, a last `**` any number. */
export function compileTemplate(template: string): (segments: readonly string[]) => boolean {
  const wanted = templateSegments(template);
  const isOpen = wanted.at(-1) === '**';
  const fixed = isOpen ? wanted.slice(0, -1) : wanted;
  return (segments) =>
    (isOpen ? segments.length >= fixed.length : segments.length === fixed.length) &&
    fixed.every((segment, index) => segment === '{}' || segment === segments[index]);
}

/** Puts things where a path finds them in as many steps as it has segments, however many things there are. */
export function indexTemplates<T>(
  entries: Iterable<readonly [template: string, value: T]>,
): TemplateIndex<T> {
  const root = newNode<T>();
  let order = 0;
  for (const [template, value] of entries) {
    insert(root, templateSegments(template), { order, value });
    order += 1;
  }
  return {
    find(segments) {
      const found: Numbered<T>[] = [];
      collect(root, segments, 0, found);
      const [first] = found;
      if (first === undefined) return none;
      if (found.length === 1) return [first.value];
      found.sort((one, other) => one.order - other.order);
      return [...new Set(found.map(({ value }) => value))];
    },
  };
}

const none: readonly never[] = [];

function newNode<T>(): Node<T> {
  return { literals: new Map(), any: null, here: [], rest: [] };
}

function insert<T>(root: Node<T>, segments: readonly string[], value: Numbered<T>): void {
  let node = root;
  for (const [index, segment] of segments.entries()) {
    if (segment === '**' && index === segments.length - 1) {
      node.rest.push(value);
      return;
    }
    let next = segment === '{}' ? node.any : (node.literals.get(segment) ?? null);
    if (next === null) {
      next = newNode<T>();
      if (segment === '{}') node.any = next;
      else node.literals.set(segment, next);
    }
    node = next;
  }
  node.here.push(value);
}

function collect<T>(node: Node<T>, segments: readonly string[], at: number, found: Numbered<T>[]): void {
  for (const each of node.rest) found.push(each);
  const segment = segments[at];
  if (segment === undefined) {
    for (const each of node.here) found.push(each);
    return;
  }
  const literal = node.literals.get(segment);
  if (literal !== undefined) collect(literal, segments, at + 1, found);
  if (node.any !== null) collect(node.any, segments, at + 1, found);
}

/** Collections of the platform: the next segment is an id. */
const collections: ReadonlySet<string> = new Set([
  'actions',
  'agreementConsents',
  'agreements',
  'alertChannels',
  'applications',
  'attributes',
  'bulkLoads',
  'certificates',
  'contents',
  'customDomains',
  'deviceAuthenticationPolicies',
  'deviceAuthentications',
  'devices',
  'emailDomains',
  'environments',
  'flows',
  'gateways',
  'groups',
  'identityProviders',
  'images',
  'keys',
  'languages',
  'licenses',
  'linkedAccounts',
  'organizations',
  'pairingKeys',
  'passwordPolicies',
  'phoneDeliverySettings',
  'populations',
  'resources',
  'revisions',
  'riskEvaluations',
  'riskPolicySets',
  'riskPredictors',
  'roleAssignments',
  'schemas',
  'sessions',
  'signOnPolicies',
  'subscriptions',
  'templates',
  'themes',
  'trustedEmails',
  'users',
]);

/** A word of a path, and no id: letters, and two digits behind them at most, as in `oauth2`; `jane.doe` is none. */
const word = /^(?:\.well-known|[A-Za-z][A-Za-z_-]{0,39}\d{0,2}(?:\.(?:oauth2|json))?)$/;
/** Segments that are shown. */
const maxShown = 24;

/** A path as a template for people, `/environments/{}/users/{}`: ids and placeholders are `{}`, so it holds no personal data. */
export function displayTemplate(segments: readonly string[]): string {
  let before = '';
  const shown = segments.slice(0, maxShown).map((segment) => {
    const isId = collections.has(before) || !word.test(segment);
    before = isId ? '' : segment;
    return isId ? '{}' : segment;
  });
  return `/${shown.join('/')}${segments.length > maxShown ? '/…' : ''}`;
}

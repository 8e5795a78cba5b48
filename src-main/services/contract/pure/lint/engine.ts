import type {
  Fact,
  FactLocation,
  FactPart,
  ReadFact,
  RequestFact,
  ResourceFact,
  TextEdit,
} from '#shared/contract/facts.ts';
import { isPlaceholder } from '#shared/contract/facts.ts';
import type { ContractHistory } from '#shared/contract/history.ts';
import { createOmissions, type Omitted } from '#shared/contract/omitted.ts';
import { furtherHosts } from '#shared/contract/report.ts';
import type { FoundIn, Rule, RuleContext, RuleFinding, RuleRun } from '#shared/contract/rule.ts';
import { hostLabel } from '../hosts.ts';
import { resourceAt, resourcesOfDocument, resourcesOfRequest, resourcesOfResponse } from '../resources-of.ts';
import { contractRules } from '../rules/index.ts';
import { sinceRules } from '../rules/since.ts';
import { displayTemplate, indexTemplates, type TemplateIndex } from '../templates.ts';
import { dispatchRules, type RuleDispatch } from './dispatch.ts';

/** A finding with its location and the edits that fix it; null: it has no fix, or the fix belongs in another artefact. */
export interface Found {
  readonly rule: Rule;
  readonly finding: RuleFinding;
  readonly location: FactLocation;
  readonly edits: readonly TextEdit[] | null;
}

/** The results of linting one artefact. */
export interface ArtefactFacts {
  readonly found: readonly Found[];
  /** How many findings exceeded the limits, by the contract dates at which they count. */
  readonly omitted: readonly Omitted[];
  /** Requests to the platform and its authorization servers, or without a host. */
  readonly requests: number;
  readonly known: number;
  readonly otherHosts: number;
  /** Their names, and how many requests went to each. */
  readonly hosts: ReadonlyMap<string, number>;
  /** Number of requests to an unknown template: `GET /environments/{}/things`. */
  readonly unknown: ReadonlyMap<string, number>;
  /** Ids of the rules that had something to look at. */
  readonly targets: ReadonlySet<string>;
  /** Requests with a body or a value that a rule asked for and that is unknown. */
  readonly untold: readonly UntoldCall[];
}

/** A request whose body, or a value in it that rules asked for, is unknown; `text`: the call as it is written. */
export interface UntoldCall {
  readonly location: FactLocation;
  readonly text: string;
  /** The rules that asked for a value; null: the body itself is not fully known. */
  readonly by: readonly Pick<Rule, 'id' | 'holds'>[] | null;
}

/** The linter at work over one artefact. */
export interface LintRun {
  see(fact: ReadFact): void;
  end(): ArtefactFacts;
}

export interface Linter {
  readonly rules: readonly Rule[];
  begin(): LintRun;
}

/** The limits on the findings of one artefact. */
interface Bounds {
  readonly maxFindings: number;
  /** Limit for one rule, so that a rule with a finding in every request leaves room for the others. */
  readonly maxOfRule: number;
  /** Kept for each rule even when the total is reached, so that no rule hides another. */
  readonly minOfRule: number;
}

const defaultBounds: Bounds = { maxFindings: 5_000, maxOfRule: 1_000, minOfRule: 20 };
const maxUnknown = 500;
const maxHosts = 500;
const maxHostLength = 100;
/** Counts requests to another host; hosts beyond the limit share one entry. */
export function countHost(hosts: Map<string, number>, name: string, by = 1): void {
  const host = hosts.has(name) || hosts.size < maxHosts ? name : furtherHosts;
  hosts.set(host, (hosts.get(host) ?? 0) + by);
}

/** Makes a linter of all rules; every artefact has a run of its own. */
export function createLinter(context: RuleContext, options: Partial<Bounds> = {}): Linter {
  const bounds = { ...defaultBounds, ...options };
  const rules = [...contractRules, ...sinceRules(context.history)];
  const dispatch = dispatchRules(rules);
  const endpoints = indexTemplates(endpointsOf(context.history));
  return {
    rules,
    begin: () =>
      new Run(
        rules.map((rule) => rule.begin(context)),
        { rules, dispatch, endpoints, bounds },
      ),
  };
}

/** Yields the known endpoints: templates with the method they are for, null for all. */
function* endpointsOf({ endpoints, since }: ContractHistory): Generator<readonly [string, string | null]> {
  for (const { template, method } of endpoints) yield [template, method];
  for (const { keys } of since)
    for (const { key } of keys)
      if (key.kind === 'path' || key.kind === 'list-body') yield [key.template, key.method ?? null];
}

/** True of findings about a body as a whole, such as a missing member or a duplicate. */
function isOfWholeBody(fact: Fact, part: FactPart): boolean {
  if (part.part === 'body') return part.path.length === 0;
  return part.part === 'whole' && fact.kind === 'resource';
}

/** Empty if everything that rules asked for is known. */
function untoldOf(fact: RequestFact, rules: readonly Rule[]): readonly UntoldCall[] {
  const isBodyOpen = !fact.isBodyTold && fact.isBodyAsked;
  if (!isBodyOpen && rules.length === 0) return [];
  return [untoldCall(fact, isBodyOpen ? null : rules)];
}

function untoldCall(fact: RequestFact, rules: readonly Rule[] | null): UntoldCall {
  const by = rules?.map(({ id, holds }) => ({ id, holds })) ?? null;
  return { location: fact.locate({ part: 'whole' }), text: fact.call, by };
}

/** True of an address that is nothing but a placeholder. */
function isNowhere({ host, segments, writtenPath, isBound }: RequestFact): boolean {
  return host === 'relative' && segments.length === 0 && isPlaceholder(writtenPath) && !isBound;
}

interface Setup {
  readonly rules: readonly Rule[];
  readonly dispatch: RuleDispatch;
  readonly endpoints: TemplateIndex<string | null>;
  readonly bounds: Bounds;
}

class Run implements LintRun {
  readonly #runs: readonly RuleRun[];
  readonly #setup: Setup;
  readonly #found: Found[] = [];
  /** How many of each rule were kept. */
  readonly #kept: number[] = [];
  readonly #unknown = new Map<string, number>();
  readonly #targets = new Set<string>();
  readonly #omitted = createOmissions();
  #requests = 0;
  #known = 0;
  #otherHosts = 0;
  readonly #hosts = new Map<string, number>();
  /** Requests whose whole address is unknown. */
  readonly #nowhere: RequestFact[] = [];
  /** Requests whose body is not fully known, or with an unknown value, and the rules that asked for that value. */
  readonly #open = new Map<RequestFact, Set<Rule>>();

  constructor(runs: readonly RuleRun[], setup: Setup) {
    this.#runs = runs;
    this.#setup = setup;
  }

  see(fact: ReadFact): void {
    const { dispatch } = this.#setup;
    if (fact.kind === 'request') {
      this.#seeRequest(fact);
      return;
    }
    this.#show(fact, fact.kind === 'script' ? dispatch.ofScripts : dispatch.ofDocuments);
    if (fact.kind === 'document')
      for (const resource of resourcesOfDocument(fact)) this.#seeResource(resource);
  }

  end(): ArtefactFacts {
    for (const [index, run] of this.#runs.entries())
      for (const { fact, finding } of run.end?.() ?? []) this.#keep(index, { fact, finding });
    return {
      found: this.#found,
      omitted: this.#omitted.all(),
      requests: this.#requests,
      known: this.#known,
      otherHosts: this.#otherHosts,
      hosts: this.#hosts,
      unknown: this.#unknown,
      targets: this.#targets,
      untold: [
        ...this.#nowhere.map((fact) => untoldCall(fact, null)),
        ...[...this.#open].flatMap(([fact, rules]) => untoldOf(fact, [...rules])),
      ],
    };
  }

  #seeRequest(fact: RequestFact): void {
    if (fact.host === 'other') {
      this.#otherHosts += 1;
      countHost(this.#hosts, hostLabel(fact.writtenPath).slice(0, maxHostLength));
      return;
    }
    this.#count(fact);
    if (isNowhere(fact)) {
      this.#nowhere.push(fact);
      return;
    }
    if (!fact.isBodyTold) this.#open.set(fact, new Set());
    const { dispatch } = this.#setup;
    this.#show(fact, dispatch.ofRequests, fact);
    this.#show(fact, dispatch.ofPath(fact.segments), fact);
    const kind = resourceAt(fact.segments);
    if (kind === undefined) return;
    // Reading the body would mark it as asked for, so it is only read for a rule.
    if (dispatch.ofResource(kind.id).length > 0)
      for (const resource of resourcesOfRequest(fact, kind)) this.#seeResource(resource, fact);
    // Answers can be long, so they are only read for a rule that looks into them.
    if (dispatch.ofResponses(kind.id).length > 0)
      for (const resource of resourcesOfResponse(fact, kind)) this.#seeResource(resource);
  }

  #seeResource(fact: ResourceFact, request: RequestFact | null = null): void {
    const { dispatch } = this.#setup;
    this.#show(
      fact,
      fact.in === 'response' ? dispatch.ofResponses(fact.resource) : dispatch.ofResource(fact.resource),
      request,
    );
  }

  #count({ segments, method }: RequestFact): void {
    this.#requests += 1;
    const asked = method === 'HEAD' ? 'GET' : method;
    const isKnown = this.#setup.endpoints.find(segments).some((each) => each === null || each === asked);
    if (isKnown) this.#known += 1;
    else {
      const key = `${method} ${displayTemplate(segments)}`;
      const count = this.#unknown.get(key);
      if (count !== undefined || this.#unknown.size < maxUnknown) this.#unknown.set(key, (count ?? 0) + 1);
    }
  }

  /** `request`: the request that sends the fact. If its body is not fully known, findings about missing members are dropped. */
  #show(fact: Fact, indexes: readonly number[], request: RequestFact | null = null): void {
    const isOpen = request?.isBodyTold === false;
    for (const index of indexes) {
      const run = this.#runs[index];
      if (run?.applies(fact) !== true) continue;
      this.#targets.add(this.#setup.rules[index]?.id ?? '');
      for (const answer of run.check(fact))
        if ('untold' in answer) this.#leaveOpen(index, request);
        else if (!isOpen || !isOfWholeBody(fact, answer.part)) this.#keep(index, { fact, finding: answer });
    }
  }

  #leaveOpen(index: number, request: RequestFact | null): void {
    const rule = this.#setup.rules[index];
    if (rule === undefined || request === null || request.isBound) return;
    const rules = this.#open.get(request) ?? new Set();
    this.#open.set(request, rules.add(rule));
  }

  #keep(index: number, { fact, finding }: FoundIn): void {
    const { rules, bounds } = this.#setup;
    const rule = rules[index];
    if (rule === undefined) return;
    const kept = this.#kept[index] ?? 0;
    const isFull = this.#found.length >= bounds.maxFindings && kept >= bounds.minOfRule;
    if (kept >= bounds.maxOfRule || isFull) {
      this.#omitted.add(finding.holds ?? rule.holds);
      return;
    }
    this.#kept[index] = kept + 1;
    const edits = finding.fix === undefined ? null : fact.edit(finding.fix.changes);
    this.#found.push({ rule, finding, location: fact.locate(finding.part), edits });
  }
}

import type { FaultEffect, FaultRule } from '#shared/api/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type { HttpResponse } from './http.ts';

/** Rules by which answers of hosted services are spoilt on purpose; shown in a banner while any is on. */
export interface FaultRegistry {
  readonly rules: readonly FaultRule[];
  add(rule: FaultRule): void;
  remove(id: string): boolean;
  /** The rules that match an answer, in the order they were added. */
  matching(service: string, path: string, tags: readonly string[]): readonly FaultRule[];
  onChange(listener: () => void): () => void;
}

/** Makes an empty registry. */
export function createFaultRegistry(): FaultRegistry {
  let rules: readonly FaultRule[] = [];
  const listeners = new Listeners();
  const changed = (next: readonly FaultRule[]) => {
    rules = next;
    listeners.tell();
  };
  return {
    get rules() {
      return rules;
    },
    add: (rule) => changed([...rules, rule]),
    remove(id) {
      const next = rules.filter((rule) => rule.id !== id);
      const removed = next.length < rules.length;
      if (removed) changed(next);
      return removed;
    },
    matching(service, path, tags) {
      if (rules.length === 0) return [];
      return rules.filter(
        (rule) =>
          rule.service === service &&
          (rule.path === undefined || rule.path === path) &&
          (rule.clientId === undefined || tags.includes(`client:${rule.clientId}`)),
      );
    },
    onChange: listeners.add,
  };
}

/** How the answer leaves after the faults: what to wait, what to send, where to cut, whether to hang up. */
export interface FaultyResponse {
  readonly delayMillis: number;
  readonly response: HttpResponse;
  /** Bytes of the body to send before the connection is cut; null: all. */
  readonly cutAfterBytes: number | null;
  readonly drop: boolean;
}

/** Applies effects to an answer in their order; delays add up, the last status wins. */
export function applyFault(response: HttpResponse, effects: readonly FaultEffect[]): FaultyResponse {
  let spoilt: FaultyResponse = { delayMillis: 0, response, cutAfterBytes: null, drop: false };
  for (const effect of effects) spoilt = { ...spoilt, ...apply(spoilt, effect) };
  return spoilt;
}

function apply(spoilt: FaultyResponse, effect: FaultEffect): Partial<FaultyResponse> {
  switch (effect.kind) {
    case 'delay':
      return { delayMillis: spoilt.delayMillis + effect.millis };
    case 'status':
      return {
        response: {
          status: effect.status,
          headers: ['Content-Type', 'text/plain;charset=UTF-8'],
          body: effect.body,
        },
      };
    case 'truncate':
      return { cutAfterBytes: effect.bytes };
    case 'drop':
      return { drop: true };
    // The authorization server itself makes these, while it issues.
    case 'wrong-signature':
    case 'skew-expiry':
      return {};
  }
}

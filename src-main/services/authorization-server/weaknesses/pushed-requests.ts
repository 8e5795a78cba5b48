import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import type { PushContext } from '../push/context.ts';
import { fetchAnyObject } from './fetch-any-object.ts';
import { numbered } from './numbered.ts';
import { putFirst } from './put-first.ts';
import { takeClient } from './take-client.ts';

const numberedRequests = numbered('request');

/** Flaws in how the authorization endpoint takes pushed requests, and in how it checks what is pushed. */
export const pushedRequestWeaknesses: readonly Weakness<AuthorizeContext>[] = [
  /** Takes the request_uri that another client pushed (swap). */
  {
    id: 'par-unbound',
    pipeline: 'authorize',
    step: 'pushed-request-is-clients',
    title: 'request_uri of another client accepted',
    clause: 'RFC 9126 §2.2',
    instead: () => undefined,
  },
  /** Issues one response after another for the same request_uri. */
  {
    id: 'par-reusable',
    pipeline: 'authorize',
    step: 'pushed-request-unused',
    title: 'request_uri can be used again',
    clause: 'RFC 9126 §7.3',
    instead: (context) => void (context.pushedUri = null),
  },
  /** Takes a request_uri long after it ended. */
  {
    id: 'par-eternal',
    pipeline: 'authorize',
    step: 'pushed-request-unexpired',
    title: 'Expired request_uri accepted',
    clause: 'RFC 9126 §4',
    instead: () => undefined,
  },
  /** Lets the browser change what the client pushed. */
  {
    id: 'par-merged',
    pipeline: 'authorize',
    step: 'pushed-request-alone',
    title: 'Parameters beside request_uri take precedence',
    clause: 'RFC 9126 §4',
    instead: async (context, original) => {
      const outer = context.form.fields.filter(({ name }) => name !== 'request_uri');
      await original();
      putFirst(context, outer);
    },
  },
  /** Takes a request from the browser where the client has to push. */
  {
    id: 'par-optional',
    pipeline: 'authorize',
    step: 'pushed-request-required',
    title: 'Required push can be left out (downgrade)',
    clause: 'RFC 9126 §5',
    instead: () => undefined,
  },
  /** Believes at the authorization endpoint what the registration allowed when the request was pushed. */
  {
    id: 'par-stale-policy',
    pipeline: 'authorize',
    step: 'redirect-uri-registered',
    title: 'Pushed redirect_uri not checked again at use',
    clause: 'RFC 9126 §7.4',
    instead: (context, original) => {
      if (context.pushed === null) return original();
      context.candidateRedirectUri = context.requestedRedirectUri;
      return undefined;
    },
  },
  /** Takes every redirect URI that is pushed, of public clients too, which anybody can be. */
  {
    id: 'par-any-redirect',
    pipeline: 'authorize*',
    step: 'redirect-uri-registered',
    title: 'Unregistered redirect_uri accepted in pushed request',
    clause: 'RFC 9126 §2.4',
    instead: (context, original) => {
      if (context.channel === 'front' && context.pushed === null) return original();
      context.candidateRedirectUri = context.requestedRedirectUri;
      return undefined;
    },
  },
];

/** Flaws of the endpoint for pushed requests alone. */
export const pushWeaknesses: readonly Weakness<PushContext>[] = [
  /** Fetches a request that the pushed one refers to, from whatever address. */
  {
    id: 'par-nested',
    pipeline: 'authorize.push',
    step: 'push-not-nested',
    title: 'request_uri inside a pushed request accepted',
    clause: 'RFC 9126 §2.1',
    instead: fetchAnyObject,
  },
  /** Takes a push in the name of a confidential client that shows no credentials. */
  {
    id: 'par-unauthenticated',
    pipeline: 'authorize.push',
    step: 'client-authenticated',
    title: 'Push without client authentication',
    clause: 'RFC 9126 §2.1',
    instead: (context, original) => takeClient(context, original),
  },
  /** Numbers its request_uris, so that the owner of one knows the next. */
  {
    id: 'par-guessable',
    pipeline: 'authorize.push',
    step: 'push-stored',
    title: 'Predictable request_uri',
    clause: 'RFC 9126 §7.1',
    instead: (context, original) => {
      context.codes = numberedRequests;
      return original();
    },
  },
];

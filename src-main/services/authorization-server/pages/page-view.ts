import type { Language } from './texts.ts';

/** The data that each page of an authorization request shows and sends on. */
export interface RequestView {
  readonly language: Language;
  readonly issuer: string;
  readonly action: string;
  readonly transactionId: string;
  readonly csrf: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly extraHeaders: readonly string[];
}

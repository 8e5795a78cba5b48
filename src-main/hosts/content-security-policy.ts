/** Names under which trusted values are made, by the code editor but for the first two; the worker policy lets two known addresses through. */
const trustedPolicies = [
  'gatehouse-worker',
  // Of Help: its pages come from the build.
  'gatehouse-help',
  'defaultWorkerFactory',
  'diffEditorWidget',
  'diffReview',
  'domLineBreaksComputer',
  // Of the sanitiser that the editor sends the texts of its hovers and completions through.
  'dompurify',
  'editorGhostText',
  'editorViewLayer',
  'richScreenReaderContent',
  'standaloneColorizer',
  'stickyScrollViewLayer',
  'tokenizeToString',
] as const;

/**
 * The policy of the application's own page, in both hosts. Inline styles and the named policies are needed by the code
 * editor; nothing else is let in.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // One of its policies is made twice, by the editor and by its worker's factory.
  `trusted-types ${trustedPolicies.join(' ')} 'allow-duplicates'`,
].join('; ');

/** Headers of every answer that the page's origin gives. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

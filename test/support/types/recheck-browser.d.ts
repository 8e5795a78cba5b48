declare module 'recheck/lib/browser.js' {
  import type { checkSync } from 'recheck';

  const backend: { readonly checkSync: typeof checkSync };
  export default backend;
}

import editorWorkerUrl from 'monaco-editor/editor/editor.worker?worker&url';
import jsonWorkerUrl from 'monaco-editor/languages/features/json/json.worker?worker&url';

interface PolicyRules {
  readonly createHTML?: (text: string) => string;
  readonly createScript?: (text: string) => string;
  readonly createScriptURL?: (url: string) => string;
}
interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    /** Chromium's own; the type library does not know it yet. */
    readonly trustedTypes?: { createPolicy(name: string, rules: PolicyRules): Policy };
    MonacoEnvironment?: { getWorker(id: string, label: string): Worker };
  }
}

const workerUrls = new Set([editorWorkerUrl, jsonWorkerUrl].map((url) => new URL(url, location.origin).href));

const policy = window.trustedTypes?.createPolicy('gatehouse-worker', {
  createScriptURL(url) {
    if (!workerUrls.has(url)) throw new TypeError(`${url} is no worker of the editor`);
    return url;
  },
});

// Set before the editor is loaded: it asks once.
window.MonacoEnvironment = {
  getWorker(_id, label) {
    const url = new URL(label === 'json' ? jsonWorkerUrl : editorWorkerUrl, location.origin).href;
    return new Worker(policy?.createScriptURL(url) ?? url, { type: 'module', name: label });
  },
};

import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { firstPageChunk } from './scripts/support/first-page.ts';
import { helpPages } from './scripts/support/help/help-plugin.ts';

const at = (path: string) => resolve(import.meta.dirname, path);

// electron-vite sets a relative base, for file: pages. Both hosts serve the page from the root of an origin, and a page
// that is reloaded at a deeper path has to find its files.
const absoluteBase = { name: 'absolute-base', enforce: 'post', config: () => ({ base: '/' }) } as const;

export default defineConfig({
  main: {
    build: {
      // Everything but electron and Node's own modules is bundled: what is installed needs no node_modules.
      externalizeDeps: false,
      outDir: at('out/main'),
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: at('src-main/hosts/electron/main.ts'),
          headless: at('src-main/hosts/headless/main.ts'),
          engine: at('src-main/engine.ts'),
          'storage-worker': at('src-main/services/storage/worker.ts'),
          'har-worker': at('src-main/services/activity/har-worker.ts'),
          'activity-worker': at('src-main/services/activity/activity-worker.ts'),
          'script-worker': at('src-main/services/scripting/script-worker.ts'),
          'simulation-worker': at('src-main/services/throttle/simulation-worker.ts'),
          'consent-worker': at('src-main/services/consents/working/consent-worker.ts'),
          'contract-worker': at('src-main/services/contract/linting/contract-worker.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          // Beside the entries: `new URL('./engine.js', import.meta.url)` holds in whichever file it ends up.
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      outDir: at('out/preload'),
      rolldownOptions: {
        input: { preload: at('src-main/hosts/electron/preload.ts') },
        // A sandboxed preload script can only be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    plugins: [react(), absoluteBase, helpPages(at('docs'))],
    worker: { format: 'es' },
    build: {
      outDir: at('out/renderer'),
      minify: true,
      sourcemap: true,
      manifest: true,
      // The content security policy allows no data: URLs but for images, and no inline script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // The second page shows the parts of the visual language, and needs no engine.
        input: { index: at('src-renderer/index.html'), gallery: at('src-renderer/gallery.html') },
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                debugName: 'first page',
                name: firstPageChunk(at('src-renderer/main.tsx'), [
                  at('src-renderer/boot.ts'),
                  at('src-renderer/words/de/index.ts'),
                ]),
              },
            ],
          },
        },
      },
    },
  },
});

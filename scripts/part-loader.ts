import type { Plugin } from 'vite'

/** Replaces Vite's helper around dynamic imports by `loadPart` of a module, and names it all files of a part. Only builds have the helper. */
export const partLoader = (module: string): Plugin => ({
  name: 'part-loader',
  enforce: 'pre',
  apply: 'build',
  config: () => ({
    // Vite leaves out the file itself where it is the only one.
    build: { modulePreload: { resolveDependencies: (file, others) => [...new Set([file, ...others])] } },
  }),
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { loadPart as __vitePreload } from ${JSON.stringify(module)}`,
  },
})

import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/** The files of a module's part of the program, with all that it imports. */
function filesWith(bundle: Bundle, module: string): Set<string> {
  const found = new Set<string>()
  function add(file: string) {
    const part = bundle[file]
    if (found.has(file) || part?.type !== 'chunk') return
    found.add(file)
    for (const style of part.viteMetadata?.importedCss ?? []) found.add(style)
    for (const imported of part.imports) add(imported)
  }
  for (const part of Object.values(bundle))
    if (part.type === 'chunk' && part.moduleIds.some((id) => id.endsWith(module))) add(part.fileName)
  if (found.size === 0) throw new Error(`no part of the program has ${module}`)
  return found
}

/**
 * Names in index.html, for theme.js, which files the program loads after its first one: those of the login screen, and those that all other
 * screens need. Begun only by the first file, they would be a round trip later.
 */
export const earlyParts = (login: string, others: string): Plugin => ({
  name: 'early-parts',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html
      const first = filesWith(bundle, '/main.tsx')
      const after = (module: string) => [...filesWith(bundle, module).difference(first)].map((file) => `/${file}`).join(' ')
      return html.replace('src="/theme.js"', `src="/theme.js" data-login="${after(login)}" data-others="${after(others)}"`)
    },
  },
})

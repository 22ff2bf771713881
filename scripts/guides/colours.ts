import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { cssVariables, theme } from '../../client/theme.ts'

const merged = mergeMantineTheme(DEFAULT_THEME, theme)
const [base, own] = [defaultCssVariablesResolver(merged), cssVariables(merged)]
const light: Record<string, string> = { ...base.variables, ...base.light, ...own.variables, ...own.light }
const dark: Record<string, string> = { ...base.dark, ...own.dark }

const namesIn = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)

/** The variables that `css` uses, and those that their values use. */
function usedBy(css: string): Set<string> {
  const used = new Set<string>()
  const waiting = namesIn(css)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue
    used.add(name)
    waiting.push(...namesIn(`${light[name] ?? ''} ${dark[name] ?? ''}`))
  }
  return used
}

const declarations = (values: Record<string, string>, used: ReadonlySet<string>) =>
  Object.entries(values)
    .filter(([name]) => used.has(name))
    .map(([name, value]) => `  ${name}: ${value};`)
    .join('\n')

/**
 * The colours of the app for a style sheet that uses its variables: as chosen in the app, or else as the machine has it. Throws if the sheet
 * uses a variable that the app does not have.
 */
export function coloursFor(css: string): string {
  const used = usedBy(css)
  const unknown = [...used].filter((name) => !(name in light) && !(name in dark))
  if (unknown.length > 0) throw new Error(`The app has no ${unknown.join(', ')}`)
  const night = `  color-scheme: dark;\n${declarations(dark, used)}`
  return `:root {
  color-scheme: light;
${declarations(light, used)}
}
@media (prefers-color-scheme: dark) {
  :root:not([data-mantine-color-scheme]) {
${night}
  }
}
:root[data-mantine-color-scheme='dark'] {
${night}
}
`
}

/** The first that fits counts: browsers carry the names of those they descend from. */
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const

const nameIn = (agent: string, names: readonly (readonly [RegExp, string])[]) => names.find(([sign]) => sign.test(agent))?.[1]

/** A browser's own description of itself, in two words. Programs are named as they call themselves. */
export function deviceOf(agent: string | null): string {
  if (!agent) return 'Unknown device'
  const found = [nameIn(agent, browsers), nameIn(agent, systems)].filter((name) => name !== undefined)
  return found.length > 0 ? found.join(' on ') : agent
}

/** The first match wins, because a user agent also names the browsers that it is compatible with. */
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

/** The browser and the system of a user agent, for example "Edge on Windows". An unknown user agent is returned unchanged. */
export function deviceOf(agent: string | null): string {
  if (!agent) return 'Unknown device'
  const found = [nameIn(agent, browsers), nameIn(agent, systems)].filter((name) => name !== undefined)
  return found.length > 0 ? found.join(' on ') : agent
}

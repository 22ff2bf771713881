/** One series of the text format of Prometheus. A histogram has several, with the suffixes of its name. */
export type Sample = { name: string; labels: Record<string, string>; value: number }

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** Reads the text format. Throws at a line that is not of it. */
export function samplesOf(exposed: string): Sample[] {
  return exposed
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const [, name = '', labels = '', value] = line.exec(row) ?? []
      if (name === '') throw new Error(`not a series: ${row}`)
      return { name, labels: Object.fromEntries([...labels.matchAll(label)].map(([, key, text]) => [key, text])), value: Number(value) }
    })
}

/** The sum of the series with the name and at least these labels. null: there is none. */
export function valueOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number | null {
  const found = samples.filter((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
}

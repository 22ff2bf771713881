const short = { dateStyle: 'medium', timeStyle: 'short' } as const
const exact = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
} as const

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
  formats.set(key, format)
  return format
}

/** A moment (ISO) by the clocks of a time zone: "Nov 20, 2026, 11:30 PM". */
export const momentIn = (zone: string, moment: string): string => formatOf(zone, 'short', short).format(new Date(moment))

/** The same to the second, with the zone: "Nov 20, 2026, 11:30:05 PM GMT-05:00 (America/New_York)". */
export const exactMomentIn = (zone: string, moment: string): string =>
  `${formatOf(zone, 'exact', exact).format(new Date(moment))} (${zone})`

/** The offset of a time zone at a moment: "GMT-5". */
export const offsetIn = (zone: string, moment: string): string =>
  formatOf(zone, 'offset', { timeZoneName: 'shortOffset' })
    .formatToParts(new Date(moment))
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

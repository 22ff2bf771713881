/**
 * Formats times in a zone as Shopify's own CSVs do: "2026-03-01 10:00:05 +0700". The offset distinguishes the two equal hours when clocks
 * go back.
 */
export function storeTime(timezone: string): (moment: string | null) => string | null {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  })
  return (moment) => {
    if (moment === null) return null
    const parts = new Map(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
    // "GMT+07:00", and plain "GMT" at Greenwich.
    const offset = part('timeZoneName').replace('GMT', '').replace(':', '') || '+0000'
    return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')} ${offset}`
  }
}

/** The day and the time of names in a zone: "2026-03-01" and "100005". */
export function nameTime(at: Date, timezone: string): { date: string; time: string } {
  const text = storeTime(timezone)(at.toISOString()) ?? ''
  return { date: text.slice(0, 10), time: text.slice(11, 19).replaceAll(':', '') }
}

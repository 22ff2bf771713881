const endOfTimes = Date.UTC(10_000, 0)

/** A shop's time in milliseconds since 1970, if both databases and our answers take it. null: it is earlier, or its year has five digits. */
export const keptTime = (ms: number): number | null => (ms >= 0 && ms < endOfTimes ? ms : null)

/** Filters that let through what changed at a time or later. null: the filters as they are. */
export function withChangedSince<Filters extends { updatedAfter?: string | undefined }>(filters: Filters, time: Date | null): Filters {
  const { updatedAfter } = filters
  if (time === null || (updatedAfter !== undefined && Date.parse(updatedAfter) > time.getTime())) return filters
  return { ...filters, updatedAfter: time.toISOString() }
}

import { formatLabels, sheetLabel } from '#shared/format-messages.ts'
import type { Destination } from '#shared/destinations.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { sheetUrlOf } from './request-parts.ts'

/**
 * What a schedule makes and where that goes, in words. A CSV file that stays with its job has none. Only a file has a format: of a
 * destination that is not known it is not said, since it may be a spreadsheet.
 */
export function targetWords(
  { type, request, format, destinationId }: Pick<Schedule, 'type' | 'request' | 'format' | 'destinationId'>,
  destinations: readonly Pick<Destination, 'id' | 'name' | 'kind'>[] = [],
): string[] {
  if (sheetUrlOf(type, request) !== '') return [sheetLabel]
  const ofFile = format === 'csv' ? [] : [formatLabels[format]]
  if (destinationId === null) return ofFile
  const destination = destinations.find(({ id }) => id === destinationId)
  if (!destination) return []
  return [...(destination.kind === 'sheet' ? [sheetLabel] : ofFile), scheduleMessages.goesTo(destination.name)]
}

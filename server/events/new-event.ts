import type { z } from 'zod'
import type { eventData, EventType } from '#shared/events.ts'

/** `id`: the same for the same happening, so that a repeated transaction records it once. */
export type NewEvent = {
  [Type in EventType]: { id: string; type: Type; at: Date; data: z.infer<(typeof eventData)[Type]> }
}[EventType]

/** An event's id. It is part of what is signed, where a full stop separates the parts, so it contains none. */
export const eventIdOf = (type: EventType, subjectId: string, at: Date): string =>
  `evt_${type.replace('.', '-')}_${subjectId}_${at.getTime()}`

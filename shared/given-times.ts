import { z } from 'zod'
import { messages } from '#shared/messages.ts'

/** A whole day, without a time or a time zone. */
export const GivenDay = z.iso.date({ error: messages.api.dayNeeded })

export const GivenInstant = z.iso.datetime({ offset: true, error: messages.api.instantNeeded })

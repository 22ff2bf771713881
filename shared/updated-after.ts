import { z } from 'zod'
import { messages } from '#shared/messages.ts'

/** An instant, for callers who follow what changes. The platforms keep whole seconds: all changes within this second are included. */
export const UpdatedAfter = z.iso.datetime({ offset: true, error: messages.api.instantNeeded })

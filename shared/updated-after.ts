import { GivenInstant } from '#shared/given-times.ts'

/** For callers who follow what changes. The platforms keep whole seconds: all changes within this second are included. */
export const UpdatedAfter = GivenInstant

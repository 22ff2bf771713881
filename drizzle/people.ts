import { eq, isNull, or } from 'drizzle-orm'
import { users } from '#drizzle/schema.ts'

/** The condition for people. All other rows of `users` are service accounts, which have no address and cannot sign in. */
export const isPerson = or(isNull(users.isService), eq(users.isService, false))

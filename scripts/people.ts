import { accounts, roleAssignments, users } from '#drizzle/schema.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import type { RoleName } from '#shared/roles.ts'

/** An initial person of the demo or of tests. */
export type Person = {
  email: string
  name: string
  /** null: the person cannot sign in. */
  password: string | null
  /** `storeId` null: in all stores. */
  assignments: readonly { role: RoleName; storeId: string | null }[]
  isActive?: boolean
  /** false: invited, but not yet accepted. */
  isConfirmed?: boolean
  /** false: the dashboard shows the checklist of the first steps. */
  isSetUp?: boolean
}

/** Cached hashes, because many people in demos and tests share a password, and hashing is slow. */
const hashes = new Map<string, Promise<string>>()
function hashOf({ provider }: AuthDeps, password: string): Promise<string> {
  const hash = hashes.get(password) ?? provider.$context.then((context) => context.password.hash(password))
  hashes.set(password, hash)
  return hash
}

type Times = { createdAt: Date; updatedAt: Date }
const credential = (userId: string, password: string, times: Times) => ({
  id: crypto.randomUUID(),
  accountId: userId,
  providerId: 'credential',
  userId,
  password,
  ...times,
})

/** Adds a person who can sign in by password. Returns the id. */
export async function addPerson(deps: AuthDeps, person: Person): Promise<string> {
  const { database, now } = deps
  const { email, name, password, assignments, isActive = true, isConfirmed = true, isSetUp = true } = person
  const userId = crypto.randomUUID()
  const at = new Date(now())
  const times = { createdAt: at, updatedAt: at }
  const hash = password && (await hashOf(deps, password))
  await database.batch((db) => [
    db
      .insert(users)
      .values({
        id: userId,
        email: email.toLowerCase(),
        name,
        emailVerified: true,
        isActive,
        confirmedAt: isConfirmed ? at : null,
        isSetUp,
        ...times,
      })
      .returning({ id: users.id }),
    ...(hash
      ? [
          db
            .insert(accounts)
            .values(credential(userId, hash, times))
            .returning({ id: accounts.id }),
        ]
      : []),
    ...assignments.map(({ role, storeId }) =>
      db.insert(roleAssignments).values({ id: crypto.randomUUID(), userId, roleId: role, storeId }).returning({ id: roleAssignments.id }),
    ),
  ])
  return userId
}

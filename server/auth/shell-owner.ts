import { z } from 'zod'
import { recordFromShell } from '#server/audit/shell.ts'
import { passwordLink } from '#server/auth/links.ts'
import { confirmOwner, findAddress, insertOwner, otherOwners, raiseToOwner, type KnownAddress } from '#server/auth/shell-owner-repo.ts'
import type { Deps } from '#server/deps.ts'
import { StartRefused } from '#shared/start-refused.ts'

/** `did`: what was needed. `link`: where the person chooses a password, once. `others`: the addresses of the other owners. */
export type MadeOwner = {
  email: string
  did: 'added' | 'raised' | 'was one'
  link: string
  others: string[]
  hasSecondFactor: boolean
}

function assertMayBeOwner(email: string, known: KnownAddress | null) {
  if (known?.isService) throw new StartRefused(`${email} is a service account. An owner has to be a person: please give another address.`)
  if (known && !known.isActive)
    throw new StartRefused(`${email} was deactivated. Please give another address; its owner can let this person in again under Team.`)
}

async function becomeOwner({ database }: Pick<Deps, 'database'>, email: string, known: KnownAddress | null, at: Date) {
  if (known?.isOwner) {
    await confirmOwner(database, known.id, at)
    return { id: known.id, did: 'was one' } as const
  }
  if (known) {
    await raiseToOwner(database, known.id, at)
    return { id: known.id, did: 'raised' } as const
  }
  const id = crypto.randomUUID()
  await insertOwner(database, id, email, at)
  return { id, did: 'added' } as const
}

/**
 * Makes the person of an address an owner of everything, for whoever controls the machine: the owner may be lost. Their sessions and their
 * second factor stay. Throws StartRefused for an address that cannot become one. `operator`: the name of the shell's user, for the audit log.
 */
export async function makeOwner(deps: Pick<Deps, 'database' | 'appUrl' | 'now'>, typed: string, operator: string): Promise<MadeOwner> {
  const { data: email } = z.email().toLowerCase().safeParse(typed)
  if (email === undefined) throw new StartRefused(`${typed} is not an e-mail address.`)
  const { db } = deps.database
  const at = new Date(deps.now())
  const known = await findAddress(db, email)
  assertMayBeOwner(email, known)
  const { id, did } = await becomeOwner(deps, email, known, at)
  await recordFromShell(db, { at, operator, action: 'users.createOwner', target: id, details: { did } })
  // After the entry, so that nobody gets a link that the log does not tell of.
  const link = await passwordLink(deps, id)
  return { email, did, link, others: await otherOwners(db, id), hasSecondFactor: known?.hasSecondFactor ?? false }
}

import type { Role } from '#shared/profile.ts'
import type { Store } from '#shared/stores.ts'
import { needsStores } from '#shared/users.ts'
import { meaningsOf, type Term } from './sentence.ts'

/** The invitation that a sentence asks for. No stores: they are not chosen yet, or the role is for all of them. */
export type InviteWish = { email: string; role: Role | undefined; stores: readonly Store[] }
type Part = { role?: Role; store?: Store }

const isEmail = (word: string) => /^[^\s@]+@[^\s@]+$/.test(word)

/** The invitation of an e-mail address, with the role and the stores that are named beside it. Null if a sentence asks for none. */
export function inviteWish(sentence: string, roles: readonly Role[], stores: readonly Store[]): InviteWish | null {
  const words = sentence.split(/\s+/).filter(Boolean)
  const [email, ...others] = words.filter(isEmail)
  if (email === undefined || others.length > 0) return null
  const terms: Term<Part>[] = [
    { name: 'invite', meaning: {} },
    ...roles.map((role) => ({ name: role.display_name, meaning: { role } })),
    ...stores.map((store) => ({ name: store.name, meaning: { store } })),
  ]
  const named = meaningsOf(words.filter((word) => word !== email).join(' '), terms)
  if (!named) return null
  const role = named.flatMap((part) => part.role ?? [])[0]
  const chosen = role && needsStores(role) ? named.flatMap((part) => part.store ?? []) : []
  return { email, role, stores: [...new Set(chosen)] }
}

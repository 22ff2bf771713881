import type { Database } from '#drizzle/database.ts'
import { findCheck, findStoreSecret, keepCheck } from './repo.ts'
import { boundTo } from '#server/stores/secrets.ts'
import type { Vault } from '#server/stores/vault.ts'
import { StartRefused } from '#shared/start-refused.ts'

export const checkBinding = 'settings|secret_check'

const wrongSecret =
  'APP_SECRET is not the one that the secrets in this database were sealed with. Give that one, or, if it was replaced on purpose, give it as APP_SECRET_PREVIOUS.'

function assertOpens(vault: Vault, sealed: string, bindTo: string) {
  try {
    vault.open(sealed, bindTo)
  } catch (cause) {
    throw new StartRefused(wrongSecret, { cause })
  }
}

/**
 * Throws StartRefused where APP_SECRET cannot decrypt the secrets in this database, and changes nothing. In a database from before check
 * values, a store's secrets are tested.
 */
export async function assertKnownSecret({ db }: Pick<Database, 'db'>, vault: Vault) {
  const check = await findCheck(db)
  if (check !== null) return assertOpens(vault, check, checkBinding)
  const store = await findStoreSecret(db)
  if (store) assertOpens(vault, store.secrets, boundTo(store.id))
}

/**
 * Throws StartRefused where APP_SECRET cannot decrypt the secrets in this database, instead of failing at each call to a shop. The first
 * start seals a check value.
 */
export async function assertSecret({ db }: Pick<Database, 'db'>, vault: Vault) {
  await assertKnownSecret({ db }, vault)
  if ((await findCheck(db)) === null) await keepCheck(db, vault.seal('', checkBinding))
  // Read again, because another machine that started at the same time may have stored it.
  await assertKnownSecret({ db }, vault)
}

// Which key of a Google service account is in use. Every process asks the database at every use, so a change needs no restart.
import { z } from 'zod'
import type { Database } from '#drizzle/database.ts'
import type { GoogleAccount, GoogleKey } from '#shared/google-key.ts'
import { deleteSealedKey, findSealedKey, saveSealedKey } from '#server/sheets/google-key-repo.ts'
import type { Vault } from '#server/stores/vault.ts'

/** The binding of the encrypted key to its row. */
export const googleKeyBinding = 'settings|google_key'

const Kept = z.object({ client_email: z.string(), private_key: z.string(), saved_at: z.iso.datetime() })

/** A key and where it is from. `savedAt`: when it was saved in the settings; null for the environment's. */
export type HeldKey = { account: GoogleAccount; source: NonNullable<GoogleKey['source']>; savedAt: string | null }

export type GoogleKeys = {
  /** The key in use: that of the settings, otherwise that of the environment. null: there is none. */
  current(): Promise<HeldKey | null>
  /** The environment's key. */
  environment: GoogleAccount | null
  /** Encrypts and saves a key. It replaces the one in the settings. */
  save(account: GoogleAccount, at: Date): Promise<void>
  /** Removes the key from the settings. */
  remove(): Promise<void>
}

type Options = { database: Pick<Database, 'db'>; vault: Vault; environment: GoogleAccount | null }

export function createGoogleKeys({ database: { db }, vault, environment }: Options): GoogleKeys {
  return {
    async current() {
      const sealed = await findSealedKey(db)
      if (sealed === null) return environment && { account: environment, source: 'environment', savedAt: null }
      const { saved_at: savedAt, ...account } = Kept.parse(JSON.parse(vault.open(sealed, googleKeyBinding)))
      return { account, source: 'settings', savedAt }
    },
    environment,
    async save({ client_email, private_key }, at) {
      const kept: z.infer<typeof Kept> = { client_email, private_key, saved_at: at.toISOString() }
      await saveSealedKey(db, vault.seal(JSON.stringify(kept), googleKeyBinding))
    },
    remove: () => deleteSealedKey(db),
  }
}

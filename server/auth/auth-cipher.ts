import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { authSecrets } from '#server/auth/auth-secrets.ts'
import type { AppSecrets } from '#server/secrets/secret.ts'

/** Moves data that better-auth encrypted to the current secret. */
export type AuthCipher = { isCurrent(encrypted: string): boolean; renew(encrypted: string): Promise<string> }

/** better-auth's format is `$ba$<version>$<hex>`. Data in bare hexadecimal is older and does not name its key, so every key is tried. */
export function createAuthCipher(appSecrets: AppSecrets): AuthCipher {
  const { secrets } = authSecrets(appSecrets)
  const currentVersion = secrets[0]?.version ?? 0
  const config = { keys: new Map(secrets.map(({ version, value }) => [version, value])), currentVersion }

  async function open(data: string): Promise<string> {
    if (data.startsWith('$ba$')) return symmetricDecrypt({ key: config, data })
    return Promise.any(secrets.map(({ value }) => symmetricDecrypt({ key: value, data })))
  }
  return {
    isCurrent: (data) => data.startsWith(`$ba$${currentVersion}$`),
    renew: async (data) => symmetricEncrypt({ key: config, data: await open(data) }),
  }
}

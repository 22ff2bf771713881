import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { authSecrets } from '#server/auth/auth-secrets.ts'
import type { AppSecrets } from '#server/secrets/secret.ts'

/** What better-auth encrypts, under the secret in force. */
export type AuthCipher = { isCurrent(encrypted: string): boolean; renew(encrypted: string): Promise<string> }

/** better-auth's own form is `$ba$<version>$<hex>`; bare hexadecimal digits are older and do not name their key: each is tried. */
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

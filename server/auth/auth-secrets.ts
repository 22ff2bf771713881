import { keysFor, type AppSecrets } from '#server/secrets/secret.ts'

/**
 * The secrets in better-auth's format, the current one first. The version of a secret comes from its key id, so it does not depend on the
 * position in the list. `secret` is the oldest one. It decrypts data from before versions existed.
 */
export function authSecrets(appSecrets: AppSecrets) {
  const keys = keysFor(appSecrets, 'better-auth')
  const secrets = keys.map(({ id, bytes }) => ({ version: Number.parseInt(id, 16), value: bytes.toString('base64') }))
  return { secrets, secret: secrets.at(-1)?.value ?? '' }
}

import { keysFor, type AppSecrets } from '#server/secrets/secret.ts'

/**
 * The secrets as better-auth takes them, the one in force first; a version is the number in the key's id, and so the same wherever a
 * secret stands. `secret` opens what was made before there were versions: the oldest one.
 */
export function authSecrets(appSecrets: AppSecrets) {
  const keys = keysFor(appSecrets, 'better-auth')
  const secrets = keys.map(({ id, bytes }) => ({ version: Number.parseInt(id, 16), value: bytes.toString('base64') }))
  return { secrets, secret: secrets.at(-1)?.value ?? '' }
}

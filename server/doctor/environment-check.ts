import { dialect } from '#server/doctor/database-repo.ts'
import type { Examined } from '#server/doctor/examined.ts'
import { ok, problem, warning, type Finding } from '#server/doctor/finding.ts'
import { isSecretLongEnough } from '#server/secrets/secret.ts'
import { assertKnownSecret } from '#server/secrets/check.ts'
import { StartRefused } from '#shared/start-refused.ts'

const databases = { sqlite: 'SQLite', postgres: 'Postgres' } as const

/** Every variable as the server parses it, and the rules of production. */
export async function checkEnvironment({ env, invalid, unfit }: Examined): Promise<Finding[]> {
  const faults = [
    ...invalid.map(({ name, message }) => problem(`${name} ${message}.`, `Correct ${name}; .env.example says what it takes.`)),
    ...unfit.map((fault) => problem(`${fault}.`, 'Change it: the server does not start like this.')),
    ...(env.sentElsewhere.length > 0 && env.isProduction && env.ALLOW_SANDBOX
      ? [warning(`${env.sentElsewhere.join(', ')} send calls elsewhere.`, 'Remove them where real shops are called.')]
      : []),
  ]
  if (faults.length > 0) return faults
  return [ok(`All variables are valid: ${env.NODE_ENV}, ${databases[dialect]}, ROLE=${env.ROLE}, APP_URL=${env.appUrl}.`)]
}

/** Whether APP_SECRET is there, long enough, and the one of the database. */
export async function checkSecret({ env, secret, isSecretHidden, vault, database }: Examined): Promise<Finding[]> {
  if (isSecretHidden)
    return [problem(`${env.DATA_DIR}/secret cannot be read.`, 'Run this command as the user that runs the server, or correct DATA_DIR.')]
  if (secret === null) return [ok('There is none yet: the first start makes one.')]
  if (!isSecretLongEnough(secret))
    return [problem('APP_SECRET is shorter than 32 bytes.', 'Make one with `openssl rand -base64 32`, and keep it apart from backups.')]
  try {
    await assertKnownSecret(await database(), vault())
    return [ok('APP_SECRET opens the secrets of the database.')]
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    const mend = 'Give the secret that was used before; if it was replaced on purpose, give that one as APP_SECRET_PREVIOUS.'
    return [problem('APP_SECRET does not open the secrets of the database.', mend)]
  }
}

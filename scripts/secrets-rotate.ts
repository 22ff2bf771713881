// npm run secrets:rotate: encrypts all secrets again that use APP_SECRET_PREVIOUS, which can be removed afterwards.
import { openInstallation } from '#drizzle/installation.ts'
import { recordFromShell } from '#server/audit/shell.ts'
import { beginCommand } from '#server/boot/command-line.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { rotateSecrets } from '#server/secrets/rotation.ts'
import { existingSecret } from '#server/secrets/secret.ts'
import { commandText } from '#shared/commands.ts'
import { operator } from './shell-note.ts'

beginCommand('secrets-rotate')
const env = readEnvironment()
const secrets = { appSecret: existingSecret(env), previousSecrets: env.APP_SECRET_PREVIOUS }
const database = await openInstallation(env.databaseUrl)
const rotated = await rotateSecrets(database, secrets)
await recordFromShell(database.db, { at: new Date(), operator: operator(), action: 'secrets.rotate', details: rotated })
await database.close()
console.log('| what | encrypted anew | current already | could not be opened |\n| --- | --- | --- | --- |')
for (const [kind, { renewed, current, unopened }] of Object.entries(rotated))
  console.log(`| ${kind} | ${renewed} | ${current} | ${unopened} |`)
const isDone = Object.values(rotated).every(({ unopened }) => unopened === 0)
console.log(
  isDone
    ? `APP_SECRET_PREVIOUS can go from the servers. Keep it for ${commandText('audit-verify')}, which needs it for what was sealed before.`
    : 'SOME COULD NOT BE OPENED: is a secret missing in APP_SECRET_PREVIOUS?',
)
process.exitCode = isDone ? 0 : 1

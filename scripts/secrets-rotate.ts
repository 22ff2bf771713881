// npm run secrets:rotate: encrypts all secrets again that use APP_SECRET_PREVIOUS, which can be removed afterwards. With --give-up, it
// goes on without what no given secret opens.
import { openInstallation } from '#drizzle/installation.ts'
import { recordFromShell } from '#server/audit/shell.ts'
import { beginCommand } from '#server/boot/command-line.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { rotateSecrets } from '#server/secrets/rotation.ts'
import { existingSecret } from '#server/secrets/secret.ts'
import { commandText } from '#shared/commands.ts'
import { operator } from './shell-note.ts'

const givesUp = beginCommand('secrets-rotate').given('give-up') === true
const env = readEnvironment()
const secrets = { appSecret: existingSecret(env), previousSecrets: env.APP_SECRET_PREVIOUS }
const database = await openInstallation(env.databaseUrl)
const rotated = await rotateSecrets(database, secrets, { givesUp })
await recordFromShell(database.db, { at: new Date(), operator: operator(), action: 'secrets.rotate', details: rotated })
await database.close()
console.log('| what | encrypted anew | current already | could not be opened |\n| --- | --- | --- | --- |')
for (const [kind, { renewed, current, unopened }] of Object.entries(rotated))
  console.log(`| ${kind} | ${renewed} | ${current} | ${unopened} |`)
const isDone = Object.values(rotated).every(({ unopened }) => unopened === 0)
const ended = `APP_SECRET_PREVIOUS can go from the servers. Keep it for ${commandText('audit-verify')}, which needs it for what was sealed before.`
const unended = givesUp
  ? 'What could not be opened was given up. Start the server, and enter the credentials of stores, destinations and Google again.'
  : `SOME COULD NOT BE OPENED: is a secret missing in APP_SECRET_PREVIOUS? If it is lost: ${commandText('secrets-rotate', '--give-up')}`
console.log(isDone ? ended : unended)
process.exitCode = isDone || givesUp ? 0 : 1

// npm run create-owner -- <e-mail address>: makes or raises an owner of the environment's installation, and prints a link to choose a password.
import { openInstallation } from '#drizzle/installation.ts'
import { makeOwner } from '#server/auth/shell-owner.ts'
import { beginCommand } from '#server/boot/command-line.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { limits } from '#shared/limits.ts'
import { operator } from './shell-note.ts'

const [email = ''] = beginCommand('create-owner').words
const { databaseUrl, appUrl } = readEnvironment()
const database = await openInstallation(databaseUrl)
const made = await makeOwner({ database, appUrl, now: Date.now }, email, operator())
await database.close()
const done = { added: 'was added as an owner', raised: 'is an owner now', 'was one': 'is an owner already' }
console.log(`${made.email} ${done[made.did]}. A password can be chosen here, once, within ${limits.passwordLinkHours} hours:\n${made.link}`)
if (made.hasSecondFactor) console.log('The second factor stays. If it is lost too, make another owner, who resets it under Team.')
if (made.others.length > 0) console.log(`The other owners: ${made.others.join(', ')}. Whoever should not be one is changed under Team.`)

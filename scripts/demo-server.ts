// The server with emulated shops and demo data: nothing leaves this machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { z } from 'zod'
import { hasOwner } from '#server/auth/repo.ts'
import { assemble } from '#server/boot/assemble.ts'
import { readEnvironment } from '#server/boot/environment.ts'
import { createLogger } from '#server/boot/logging.ts'
import { secretFromFile } from '#server/secrets/secret.ts'
import { demoFolder } from './demo-folder.ts'
import { addDemoData, demoPassword, demoPeople } from './demo-data.ts'

const Google = z.object({ endpoint: z.string(), tokenEndpoint: z.string(), account: z.unknown() })
const Ready = z.object({ url: z.string(), endpoints: z.record(z.string(), z.string()), google: Google, issuer: z.string() })
const defaultSandboxPort = '4010'

/** The sandbox in a separate process, which always ends with this one. */
async function startSandbox() {
  const { appUrl, DATA_DIR: dataDir } = readEnvironment()
  const port = process.env['SANDBOX_PORT'] ?? defaultSandboxPort
  const child = spawn(process.execPath, ['sandbox/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      SANDBOX_PORT: port,
      SANDBOX_PICTURES: `http://127.0.0.1:${port}/pictures`,
      SANDBOX_OUTBOX: join(dataDir, 'outbox'),
      SANDBOX_CALLBACK: `${appUrl}/api/auth/callback/oidc`,
      SANDBOX_STORE_CALLBACK: `${appUrl}/api/v1/stores/connect/callback`,
    },
  })
  child.once('exit', (code) => {
    // 0: a requested end. Ctrl-C reaches both processes, and the server shuts down by itself.
    if (code !== 0) process.exit(code ?? 1)
  })
  if (!child.stdout) throw new Error('the sandbox cannot be heard')
  const [line] = await once(createInterface(child.stdout), 'line')
  return Ready.parse(JSON.parse(String(line)))
}

async function seed() {
  const env = readEnvironment()
  const { databaseUrl, appUrl, PASSWORD_MIN_LENGTH: passwordMinLength, PLATFORM_ENDPOINTS: platformEndpoints } = env
  const appSecret = env.APP_SECRET ?? secretFromFile(env.DATA_DIR).secret
  const log = createLogger('warn')
  const settings = {
    databaseUrl,
    appSecret,
    previousSecrets: env.APP_SECRET_PREVIOUS,
    appUrl,
    passwordMinLength,
    platformEndpoints,
    dataDir: env.DATA_DIR,
    mail: env.mail,
  }
  const deps = await assemble({ ...settings, now: () => Date.now(), log })
  if (!(await hasOwner(deps.database.db))) await addDemoData(deps)
  await deps.close()
}

process.env['DATA_DIR'] ??= demoFolder
const sandbox = await startSandbox()
process.env['PLATFORM_ENDPOINTS'] = JSON.stringify(sandbox.endpoints)
process.env['OIDC_ISSUER'] ??= sandbox.issuer
process.env['OIDC_CLIENT_ID'] ??= 'back-office'
process.env['OIDC_CLIENT_SECRET'] ??= 'opens-nothing-but-the-sandbox'
process.env['GOOGLE_SHEETS_ENDPOINT'] = sandbox.google.endpoint
process.env['GOOGLE_TOKEN_ENDPOINT'] = sandbox.google.tokenEndpoint
process.env['GOOGLE_SERVICE_ACCOUNT'] = JSON.stringify(sandbox.google.account)
await seed()
await import('#server/main.ts')
console.log(`\nExport into https://docs.google.com/spreadsheets/d/demo-exports/edit and look at ${sandbox.url}/spreadsheets/d/demo-exports`)
console.log(
  `\nThe shops are emulated at ${sandbox.url}. Sign in at ${readEnvironment().appUrl} with the password ${demoPassword} as one of`,
)
for (const { email, role } of demoPeople) console.log(`  ${email}  (${role})`)
console.log(`Mails lie at ${sandbox.url}/outbox; the sign-in page that stands for Google's is at ${sandbox.issuer}.`)

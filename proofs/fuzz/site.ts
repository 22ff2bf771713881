// The server as in production, in a separate process, with emulated shops.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { assemble } from '#server/boot/assemble.ts'
import { createLogger } from '#server/boot/logging.ts'
import { heapEnvironment, heapOptions } from '../../scripts/heap.ts'
import { startNode } from '../../bench/process.ts'
import { openClient } from './client.ts'
import { gather, type Gathered } from './gather.ts'
import { closedHost } from './program-examples.ts'
import { fuzzedShops, fuzzedUrl as appUrl } from './shops.ts'

const appSecret = Buffer.from('a secret of the proof, 32 bytes!').toString('base64')
const listening = /"msg":"Server listening at (http:[^"]+)"/
const Ready = z.object({
  endpoints: z.record(z.string(), z.string()),
  google: z.object({ endpoint: z.string(), tokenEndpoint: z.string(), account: z.object({ private_key: z.string() }).loose() }),
  issuer: z.string(),
})

export type Site = Gathered & { url: string; [Symbol.asyncDispose](): Promise<void> }

const fileOf = (address: string) => fileURLToPath(import.meta.resolve(address))

function environment(folder: string, { endpoints, google, issuer }: z.infer<typeof Ready>): Record<string, string> {
  return {
    ...heapEnvironment,
    NODE_ENV: 'production',
    ALLOW_SANDBOX: '1',
    DATA_DIR: folder,
    DATABASE_URL: `file:${folder}/app.db`,
    APP_SECRET: appSecret,
    APP_URL: appUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'info',
    TRUST_PROXY: '1',
    DESTINATION_HOSTS: closedHost,
    PLATFORM_ENDPOINTS: JSON.stringify(endpoints),
    GOOGLE_SHEETS_ENDPOINT: google.endpoint,
    GOOGLE_TOKEN_ENDPOINT: google.tokenEndpoint,
    GOOGLE_SERVICE_ACCOUNT: JSON.stringify(google.account),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'fuzz',
    OIDC_CLIENT_SECRET: 'fuzz-issuer-secret',
  }
}

/** Starts the server, with or without planted bugs, and adds people and stores. */
export async function openSite({ isPlanted }: { isPlanted: boolean }): Promise<Site> {
  await using started = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'prove-fuzz-'))
  started.defer(() => rmSync(folder, { recursive: true, force: true }))
  const sandbox = started.use(await startNode([fileOf('./sandbox-process.ts')], {}, () => true))
  const ready = Ready.parse(JSON.parse(sandbox.firstWord))
  const env = environment(folder, ready)
  const log = createLogger('warn')
  const mail = { smtpUrl: null, from: 'no-reply@fuzz.test' }
  const settings = {
    databaseUrl: `file:${folder}/app.db`,
    dataDir: folder,
    appSecret,
    appUrl,
    mail,
    passwordMinLength: 6,
    platformEndpoints: ready.endpoints,
    destinationHosts: [closedHost],
  }
  const deps = await assemble({ ...settings, now: () => Date.now(), log })
  const planted = isPlanted ? ['--import', fileOf('./planted.ts')] : []
  const server = started.use(
    await startNode([...heapOptions, ...planted, fileOf('#server/main.ts')], { ...env, FUZZ_PLANTED: isPlanted ? '1' : '' }, (line) =>
      listening.test(line),
    ),
  )
  const [, url = ''] = listening.exec(server.firstWord) ?? []
  const client = openClient(url)
  started.defer(() => client.close())
  const [line = ''] = ready.google.account.private_key.split('\n').slice(12)
  const secrets = { 'the key at Google': line }
  const googleKey = env['GOOGLE_SERVICE_ACCOUNT'] ?? ''
  const gathered = await gather({ deps, client, folder, appSecret, shops: fuzzedShops, secrets, googleKey })
  await deps.close()
  const kept = started.move()
  return { ...gathered, url, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

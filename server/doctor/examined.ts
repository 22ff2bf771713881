import type { Environment, InspectedEnvironment } from '#server/boot/environment.ts'
import type { Database } from '#drizzle/database.ts'
import { testAllDestinations, type DestinationTest } from '#server/destinations/test-all.ts'
import { createCarrier } from '#server/mail/carriers.ts'
import { machineLookup } from '#server/platforms/guard.ts'
import { createPlatforms, type Platforms } from '#server/platforms/registry.ts'
import { machineClock } from '#server/platforms/clock.ts'
import { answered, appliedMigrations, openReady } from '#server/doctor/database-repo.ts'
import { NotChecked } from '#server/doctor/finding.ts'
import { assertKnownSecret } from '#server/secrets/check.ts'
import { keptSecret } from '#server/secrets/secret.ts'
import { testActiveStores, type StoreTest } from '#server/stores/test-all.ts'
import { createVault, type Vault } from '#server/stores/vault.ts'
import { createGoogleKeys } from '#server/sheets/google-keys.ts'
import { createSheets } from '#server/sheets/sheets.ts'
import { createOutbound } from '#server/webhooks/outbound.ts'
import { limits } from '#shared/limits.ts'

/** What the checks look at. Values that several checks need are computed once, on first use. Each throws NotChecked where it cannot be had. */
export type Examined = {
  env: Environment
  invalid: InspectedEnvironment['invalid']
  unfit: readonly string[]
  /** APP_SECRET, or the one in the data folder. null: there is none yet. */
  secret: string | null
  /** The data folder may have one, which this user may not read. */
  isSecretHidden: boolean
  vault: () => Vault
  /** The names of the database's migrations. */
  applied: () => Promise<string[]>
  database: () => Promise<Database>
  /** The tests of all active stores, and how far each shop's clock is ahead of ours, in ms. */
  shops: (signal: AbortSignal) => Promise<{ tests: StoreTest[]; aheadMs: number[] }>
  /** The tests of all destinations. */
  destinations: (signal: AbortSignal) => Promise<DestinationTest[]>
  fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  now: () => number
  close: () => Promise<void>
}

type Options = InspectedEnvironment & Pick<Examined, 'fetch' | 'now'>

function once<T, Given extends unknown[]>(make: (...given: Given) => T): (...given: Given) => T {
  let made: { value: T } | null = null
  return (...given) => (made ??= { value: make(...given) }).value
}

/** Reports the Date headers of all answers of shops. */
function observed(platforms: Platforms, onDate: (date: number) => void): Platforms {
  const onReply = (header: (name: string) => string | undefined) => {
    const date = Date.parse(header('date') ?? '')
    if (!Number.isNaN(date)) onDate(date)
  }
  return { ...platforms, connect: (connection, options) => platforms.connect(connection, { ...options, onReply }) }
}

function secretIn({ APP_SECRET, DATA_DIR }: Environment): Pick<Examined, 'secret' | 'isSecretHidden'> {
  try {
    return { secret: APP_SECRET ?? keptSecret(DATA_DIR), isSecretHidden: false }
  } catch {
    return { secret: null, isSecretHidden: true }
  }
}

export function examine({ env, invalid, unfit, fetch, now }: Options): Examined {
  const { secret, isSecretHidden } = secretIn(env)
  const platforms = once(() => createPlatforms({ endpoints: env.PLATFORM_ENDPOINTS, log: () => {} }))
  const vault = once(() => {
    if (isSecretHidden) throw new NotChecked('the secret of the data folder cannot be read.')
    if (secret === null) throw new NotChecked('there is no APP_SECRET yet.')
    return createVault({ appSecret: secret, previousSecrets: env.APP_SECRET_PREVIOUS })
  })
  const applied = once(() => appliedMigrations(env.databaseUrl))
  const database = once(async () => openReady(env.databaseUrl, await answered(applied())))
  const assertSecret = async () =>
    assertKnownSecret(await database(), vault()).catch(() => {
      throw new NotChecked('APP_SECRET does not open the stored credentials.')
    })
  const outbound = once(() => createOutbound({ trustedHosts: env.DESTINATION_HOSTS, lookup: machineLookup, clock: machineClock }))
  const destinations = once(async (signal: AbortSignal) => {
    await assertSecret()
    const { account: environment, sheetsEndpoint, tokenEndpoint } = env.google
    const { smtpUrl, from } = env.mail
    const keys = createGoogleKeys({ database: await database(), vault: vault(), environment })
    const current = async () => (await keys.current())?.account ?? null
    const deps = {
      database: await database(),
      vault: vault(),
      outbound: outbound(),
      sheets: createSheets({ current, sheetsEndpoint, tokenEndpoint, fetch, clock: machineClock }),
      mail: createCarrier({ smtpUrl, from, dataDir: env.DATA_DIR, now }),
      mailServer: smtpUrl === null ? null : { smtpUrl, from },
      appUrl: env.appUrl,
      destinationAnswerMs: limits.destinations.answerMs,
      now,
      clock: machineClock,
    }
    return testAllDestinations(deps, signal)
  })
  const shops = once(async (signal: AbortSignal) => {
    const aheadMs: number[] = []
    await assertSecret()
    const deps = {
      database: await database(),
      platforms: observed(platforms(), (date) => aheadMs.push(date - now())),
      vault: vault(),
      now,
      clock: machineClock,
    }
    return { tests: await testActiveStores(deps, signal), aheadMs }
  })
  return {
    env,
    invalid,
    unfit,
    secret,
    isSecretHidden,
    vault,
    applied,
    database,
    shops,
    destinations,
    fetch,
    now,
    async close() {
      await platforms().close()
      await outbound().close()
      await database().then(
        (opened) => opened.close(),
        () => {},
      )
    },
  }
}

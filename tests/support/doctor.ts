import { inspectEnvironment } from '#server/boot/environment.ts'
import type { CheckName } from '#server/doctor/checks.ts'
import { reportLines, runDoctor, type DoctorOptions, type Reported } from '#server/doctor/run.ts'
import { appSecret, type World } from '#tests/support/world.ts'

/** The environment of a world's server that answers at `origin`. */
export function environmentOf(world: World, origin: string): Record<string, string> {
  const { account, endpoint, tokenEndpoint } = world.sandbox.sheets
  return {
    NODE_ENV: 'test',
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.folder,
    EXPORT_FOLDER: world.folder,
    APP_SECRET: appSecret,
    APP_URL: origin,
    PLATFORM_ENDPOINTS: JSON.stringify(world.sandbox.endpoints),
    GOOGLE_SERVICE_ACCOUNT: JSON.stringify(account),
    GOOGLE_SHEETS_ENDPOINT: endpoint,
    GOOGLE_TOKEN_ENDPOINT: tokenEndpoint,
  }
}

/** The doctor's report on a world. `given` replaces variables and has at least APP_URL. */
export function examinedIn(
  world: World,
  given: Record<string, string> & { APP_URL: string },
  options: Partial<DoctorOptions> = {},
): Promise<Reported[]> {
  const inspected = inspectEnvironment({ ...environmentOf(world, given.APP_URL), ...given })
  return runDoctor({ ...inspected, fetch: globalThis.fetch, now: Date.now, ...options })
}

/** The lines of one check: level, sentence and mend. */
export const linesOf = (report: readonly Reported[], name: CheckName): string[] =>
  reportLines(report.filter(({ check }) => check === name)).map((line) => line.replaceAll(/ {2,}/g, ' '))

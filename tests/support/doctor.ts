import { inspectEnvironment } from '#server/boot/environment.ts'
import type { CheckName } from '#server/doctor/checks.ts'
import { reportLines, runDoctor, type DoctorOptions, type Reported } from '#server/doctor/run.ts'
import { environmentOf } from '#tests/support/world-environment.ts'
import type { World } from '#tests/support/world.ts'

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

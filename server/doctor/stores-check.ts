import type { Examined } from '#server/doctor/examined.ts'
import { ok, problem, warning, type Finding } from '#server/doctor/finding.ts'
import { messages } from '#shared/messages.ts'

/** One finding for each active store. */
export async function checkStores({ shops }: Examined, signal: AbortSignal): Promise<Finding[]> {
  const { tests } = await shops(signal)
  if (tests.length === 0) return [ok('There are no active stores.')]
  return tests.map(({ store, failure, remarks }) => {
    if (failure !== null) return problem(`${store}: ${failure}`, `Edit ${store} under Stores and test it there, or deactivate it.`)
    if (remarks.length > 0) return warning(`${store}: ${remarks.join(' ')}`, `Look at ${store} under Stores.`)
    return ok(`${store}: ${messages.stores.connected}`)
  })
}

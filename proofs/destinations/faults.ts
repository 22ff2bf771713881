// Deliveries over a bad network and to a server in a bad state: each fault is told in its sentence, tried again where it may pass, and
// followed by a whole delivery.
import { deliveryFailures } from '#shared/destination-messages.ts'
import { DeliveryFailure } from '#server/destinations/failure.ts'
import type { DeliveryEnvironment } from './environment.ts'
import { added, broughtBy, noVerdict, partialIn, type DeliveryVerdict } from './judge.ts'
import type { ProofFault, ProofPlace } from './places.ts'
import { judgedEnd, undisturbedDelivery } from './run.ts'

const always = 1_000

/** A connection that breaks after so many bytes. */
function broken({ relay }: ProofPlace, kind: 'reset' | 'stall', after: number): ProofFault {
  const failure = kind === 'reset' ? 'CONNECTION_LOST' : 'LATE'
  return { begin: () => relay.fail({ kind, after, times: always }), end: () => relay.accept(), failure }
}

/** A call is shorter than a file. */
const within = ({ kind }: ProofPlace) => (kind === 'webhook' ? 1 : 600_000)

/** The faults of a place, by their names. */
export function faultsOf(place: ProofPlace): Record<string, ProofFault> {
  const { relay, faults } = place
  return {
    refused: { begin: () => relay.refuse(), end: () => relay.accept(), failure: 'CONNECTION_REFUSED' },
    reset: broken(place, 'reset', 0),
    'reset within the file': broken(place, 'reset', within(place)),
    stalled: broken(place, 'stall', 0),
    'stalled within the file': broken(place, 'stall', within(place)),
    full: faults.full,
    'wrong credentials': faults.credentials,
    ...(faults.busy ? { 503: faults.busy } : {}),
  }
}

/** Meets the faults of a place, one after another. @param only the names of some. */
export async function meetFaults(environment: DeliveryEnvironment, place: ProofPlace, only?: readonly string[]): Promise<DeliveryVerdict> {
  const { brought: expected } = await undisturbedDelivery(environment, place, 'large')
  let verdict = noVerdict
  for (const [name, { begin, end, failure }] of Object.entries(faultsOf(place))) {
    if (only && !only.includes(name)) continue
    const { mayPass } = new DeliveryFailure(failure)
    const trial = await environment.queue(place, 'large', name === 'wrong credentials' ? place.wrongSecrets : undefined)
    await begin()
    environment.pass()
    await environment.worker.work()
    const { status, waitingFor, errorMessage } = await environment.job(trial)
    await end()
    const brought = broughtBy(trial, await place.found(trial.name))
    const isTold = (mayPass ? waitingFor : errorMessage) === deliveryFailures[failure] && status === (mayPass ? 'pending' : 'failed')
    const partial = partialIn(brought, expected)
    if (status === 'failed') await environment.retry(trial)
    const ended = await judgedEnd(environment, trial, { expected, mayRepeat: true })
    if (!isTold) console.error(`${place.kind}, ${name}: ${status}, ${waitingFor ?? errorMessage}`)
    verdict = added(verdict, { ...ended, faults: 1, partial, untold: isTold ? 0 : 1 })
  }
  return verdict
}

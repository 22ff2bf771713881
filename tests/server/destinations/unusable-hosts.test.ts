// Hosts that no repetition makes usable: with an address that is not public, or a certificate that is not accepted. The test of a destination
// says which it is, and a delivery fails with that sentence at once.
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { deliveryFailures } from '#shared/destination-messages.ts'
import type { DeliveryFailureCode } from '#shared/destinations.ts'
import { eventMessages } from '#shared/event-messages.ts'
import type { Job } from '#shared/jobs.ts'
import { emailSender } from '#server/destinations/email-sender.ts'
import { createCarrier } from '#server/mail/carriers.ts'
import { newSecret } from '#server/webhooks/signature.ts'
import { parcelOf, progressOf } from '../../support/parcel.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { startWebSite, type WebSite } from '../../support/web-site.ts'
import { createWorld, privateName, type Caller, type World } from '../../support/world.ts'

let world: World
let owner: Caller
let site: WebSite
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  site = await startWebSite(selfSigned)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

type Answer = { data: { destination: { id: string }; job: Job } }
const bucket = { bucket: 'office', pathStyle: true, accessKeyId: 'OFFICEKEY' }
const requestFor = {
  s3: (origin: string) => ({ kind: 's3', settings: { ...bucket, endpoint: origin }, secrets: { secretAccessKey: 'secret' } }),
  webhook: (origin: string) => ({ kind: 'webhook', settings: { url: `${origin}/` }, secrets: { signingKey: newSecret() } }),
  sftp: (origin: string) => ({
    kind: 'sftp',
    settings: { host: new URL(origin).hostname, username: 'office', hostKey: `SHA256:${'A'.repeat(43)}` },
    secrets: { password: 'secret' },
  }),
}
async function made(kind: keyof typeof requestFor, origin: string): Promise<string> {
  const { body } = await owner.rest('POST', '/destinations', { name: crypto.randomUUID(), ...requestFor[kind](origin) })
  return (body as Answer).data.destination.id
}

/** Trusts the certificate of the site, which is for `localhost` and not for 127.0.0.1. */
function vouchForSite() {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, selfSigned.cert])
  onTestFinished(() => setDefaultCACertificates(before))
}

async function expectFailure(destinationId: string, failure: DeliveryFailureCode) {
  const message = deliveryFailures[failure]
  expect(await owner.rest('POST', `/destinations/${destinationId}/test`)).toMatchObject({
    status: 200,
    body: { data: { failure, message } },
  })
  const { body } = await owner.rest('POST', '/orders/export', { storeIds: [world.stores.north], columns: ['orderName'], destinationId })
  await world.work()
  const job = await owner.rest('GET', `/jobs/${(body as Answer).data.job.id}`)
  const ended = { status: 'failed', attempts: 1, error: { code: 'DESTINATION_REFUSED', message }, delivery: { state: 'failed' } }
  expect(job).toMatchObject({ body: { data: { job: ended } } })
}

describe.each(['s3', 'sftp', 'webhook'] as const)('a destination of the kind %s', (kind) => {
  test('whose name has an address that is not public says so', async () => {
    await expectFailure(await made(kind, `https://${privateName}`), 'NOT_PUBLIC')
  })
})

describe.each(['s3', 'webhook'] as const)('a destination of the kind %s', (kind) => {
  test('with a certificate that nobody vouches for says so', async () => {
    await expectFailure(await made(kind, site.url), 'CERTIFICATE_REFUSED')
    expect(site.calls).toEqual([])
  })

  test('with a certificate for another name says so', async () => {
    vouchForSite()
    await expectFailure(await made(kind, site.url), 'CERTIFICATE_REFUSED')
    expect(site.calls).toEqual([])
  })
})

test('mail over a server with such a certificate fails for good', async () => {
  const smtpUrl = site.url.replace('https:', 'smtps:')
  const mail = createCarrier({ smtpUrl, from: 'no-reply@office.test', dataDir: '', now: Date.now })
  const sender = emailSender({ to: ['books@office.test'] }, { mail, appUrl: 'https://office.test' })
  await expect(sender.send(parcelOf(10), progressOf())).rejects.toMatchObject({ failure: 'CERTIFICATE_REFUSED', mayPass: false })
  await mail.close()
})

test('an event that cannot be told for such a certificate says so', async () => {
  const { outbound } = world.deps
  const call = { headers: {}, body: '{}', signal: new AbortController().signal }
  expect(await outbound.post(`${site.url}/`, call)).toMatchObject({ status: null, failure: eventMessages.failures.certificate })
})

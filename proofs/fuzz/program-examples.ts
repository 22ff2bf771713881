// Successful requests about service accounts, destinations, webhooks and the Google key.
import type { Random } from '#sandbox/catalogue/random.ts'
import { among, missing, oneOf, roles, storeOf, text, type Example, type Known } from './example-parts.ts'

/** Nobody listens there, and the servers of the proof may call it. */
export const closedHost = '127.0.0.1:9'
export const closedAddress = `http://${closedHost}/`
const webhook = (random: Random, { pools }: Known) => ({ id: oneOf(random, pools.webhooks.all(), missing).id })
const destination = (random: Random, { pools }: Known) => ({ id: oneOf(random, pools.destinations.all(), missing).id })
const signingKey = `whsec_${'A'.repeat(32)}`
/** No address outside: nothing may be called there. */
const destinationFields = (random: Random) => ({
  name: text(random),
  ...among(
    random,
    { kind: 'webhook', settings: { url: closedAddress }, secrets: { signingKey } },
    { kind: 'sftp', settings: { host: '127.0.0.1', port: 9, username: 'nobody' }, secrets: { password: 'fuzz' } },
    { kind: 'email', settings: { to: ['warehouse@demo.test'] } },
  ),
})
const account = (random: Random, { pools }: Known) => ({ id: oneOf(random, pools.serviceAccounts.all(), missing).id })

export const programExamples: Record<string, Example> = {
  'users.serviceAccounts.list': () => ({}),
  'users.serviceAccounts.create': (random, known) => ({ name: text(random), roles: roles(random, known) }),
  'users.serviceAccounts.update': (random, known) => ({
    ...account(random, known),
    ...among(random, { name: text(random) }, { roles: roles(random, known) }),
  }),
  'users.serviceAccounts.createKey': (random, known) => ({ ...account(random, known), name: text(random), permissions: ['products:read'] }),
  'users.serviceAccounts.remove': account,
  'settings.google.get': () => ({}),
  'settings.google.save': (_random, known) => ({ key: known.googleKey }),
  'settings.google.remove': () => ({}),
  'settings.google.test': (_random, known) => ({ url: known.sheetUrl }),
  'settings.system.get': () => ({}),
  'settings.system.check': () => ({}),
  'settings.destinations.list': () => ({}),
  'settings.destinations.get': destination,
  'settings.destinations.create': destinationFields,
  'settings.destinations.update': (random, known) => ({ ...destination(random, known), ...destinationFields(random) }),
  'settings.destinations.remove': destination,
  'settings.destinations.test': destination,
  'settings.webhooks.list': () => ({}),
  'settings.webhooks.get': webhook,
  'settings.webhooks.create': (random, known) => ({
    name: text(random),
    url: closedAddress,
    storeIds: random.chance(0.5) ? null : [storeOf(random, known)],
  }),
  'settings.webhooks.update': (random, known) => ({
    ...webhook(random, known),
    ...among(random, { name: text(random) }, { events: ['job.failed'] }, { active: true }),
  }),
  'settings.webhooks.rotateSecret': webhook,
  'settings.webhooks.remove': webhook,
  'settings.webhooks.test': webhook,
  'settings.webhooks.deliveries': webhook,
  'settings.webhooks.redeliver': (random, { pools }) => oneOf(random, pools.deliveries.all(), { ...missing, deliveryId: missing.id }),
}

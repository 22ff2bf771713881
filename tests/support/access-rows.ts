// The permitted calls of the access matrix: a row for each procedure.
import { sessions } from '#drizzle/schema.ts'
import { createTemplate } from '#server/export/templates.ts'
import { permissions } from '#shared/access.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import {
  deliveryOf,
  fileOf,
  jobOf,
  newApiKey,
  newPasskey,
  newSession,
  scheduleIn,
  serviceAccountLike,
  sharedView,
  destinationOf,
  webhookDestination,
  webhookOf,
} from '#tests/support/belongings.ts'
import { copiedAs, doubledClash } from '#tests/support/copied-products.ts'
import {
  anyLeader,
  editors,
  anybody,
  everybody,
  exporters,
  inPerson,
  leaders,
  localLeaders,
  overseers,
  owners,
  principals,
  roleOf,
  storeReaders,
  type Principal,
  type Relation,
  type Standing,
} from '#tests/support/principals.ts'
import type { Stage } from '#tests/support/stage.ts'
import { app, approved, connectRequest } from '#tests/support/approval.ts'
import { anotherStore, testShops } from '#tests/support/world.ts'

/** `hiddenFrom`: if these principals have no right, the object looks absent to them. */
export type Row = { input?: (id: string, principal: Principal) => object | Promise<object>; hiddenFrom?: readonly Principal[] } & (
  | { allowed: Principal[]; own?: (userId: string) => Promise<string> }
  | { inStore: Partial<Record<Relation, Principal[]>> }
  | { onUser: Partial<Record<Standing, Principal[]>> }
)
const onAnywhere = (people: Principal[]) => ({ global: people, elsewhere: people, mixed: people })
const onOthers = (people: Principal[]) => ({ lower: people, equal: people, ...onAnywhere(people) })
const onNearby = { self: anyLeader, lower: anyLeader, equal: anyLeader }
const ownerGrants = [{ storeId: null, level: 100, permissions }]
const byId = (id: string) => ({ id })
/** Every test shop has this id: the shops differ only in their names. */
const productId = catalogueOf(testShops.north).products[0]?.id ?? ''
const orderId = ordersOf(testShops.north)[0]?.id ?? ''
/** Calls about service accounts with the roles of somebody in each relation to the caller. */
const onServices = {
  onUser: { ...onOthers(['admin', 'owner']), self: overseers, lower: overseers, equal: overseers },
  hiddenFrom: overseers,
}
const withJobs: Row = { inStore: { own: storeReaders, inactive: storeReaders, missing: leaders }, hiddenFrom: principals }
/** What begins an export needs its stores, and that they are active. */
const anew: Row = { inStore: { own: storeReaders }, hiddenFrom: principals }
/** Level 90 manages the schedules of others. Those who may see a schedule learn which right is missing. */
const onOthersSchedules = {
  inStore: { own: anyLeader, inactive: anyLeader, missing: leaders },
  hiddenFrom: principals.filter((principal) => !storeReaders.includes(principal)),
}
const daily = { every: 'day', at: '06:00' }
const newSchedule = (storeId: string) => ({
  name: 'Daily',
  type: 'product_export',
  request: { storeId, config: { fields: ['Product Id'] } },
  calendar: daily,
  timezone: 'UTC',
})
const template = () => ({ name: crypto.randomUUID(), type: 'product' as const, columns: ['Title'] })
const demoSheet = { url: 'https://docs.google.com/spreadsheets/d/demo-exports/edit' }
const oneProduct = (storeId: string) => ({ storeId, config: { fields: ['Product Id'], maxItemsPerFile: 1 } })
const oneOrder = (storeId: string) => ({ storeIds: [storeId], columns: ['orderName'], orderIds: [orderId] })

/** An unlisted cell means deny. `here` gives the stage, which is made after the rows. */
export function accessRows(here: () => Stage): Record<string, Row> {
  /** For the callers themselves: their current roles, which change nothing. For others: a low role, in the caller's store or in all. */
  function newRoles(id: string, principal: Principal) {
    const isLocal = localLeaders.includes(principal)
    const isSelf = here().callers.get(principal)?.userId === id
    const role_id = isSelf && principal !== 'anonymous' ? roleOf[principal] : 'staff'
    const storeIds = isLocal ? [here().world.stores.north, ...(isSelf ? [here().inactive] : [])] : [null]
    return { id, roles: storeIds.map((store_id) => ({ role_id, store_id })) }
  }
  const invitation = () => ({
    email: `${crypto.randomUUID()}@matrix.test`,
    full_name: 'New',
    role_id: 'viewer',
    store_ids: [here().world.stores.north],
  })
  /** Its stores are those of the leaders of single stores. */
  const copiedProduct = async (storeId: string) => {
    await here().world.deps.catalogue.write(storeId, [copiedAs(productId)], 0)
    return { id: `${storeId}:${productId}` }
  }
  const newWebhook = () => ({ name: crypto.randomUUID(), url: 'http://127.0.0.1:9/', storeIds: [here().world.stores.north] })
  const newDestination = () => ({ ...webhookDestination, name: crypto.randomUUID() })
  const lowRole = () => ({ roles: [{ role_id: 'viewer', store_id: here().world.stores.north }] })
  /** Calls about the key of somebody in each relation to the caller. */
  const onKeys: Row = {
    onUser: { ...onOthers(['admin', 'owner']), self: inPerson, lower: overseers, equal: overseers },
    hiddenFrom: inPerson,
    input: async (userId) => byId(await newApiKey(here().world.deps.database.db, userId)),
  }
  const serviceLike = async (userId: string) => byId(await serviceAccountLike(here().world.deps.database.db, userId))
  /** Another person's template. */
  const newTemplate = async () => byId((await createTemplate(here().world.deps, { id: 'nobody', grants: ownerGrants }, template())).id)
  const scheduleOf = async (storeId: string, ownerId: string, change: object = {}) =>
    byId(await scheduleIn(here().world, storeId, { ownerId, ...change }))
  const othersSchedule = (storeId: string) => scheduleOf(storeId, 'nobody')
  const ownSchedule = (storeId: string, principal: Principal) => scheduleOf(storeId, here().callers.get(principal)?.userId ?? '')
  async function oneOrderInSheet(storeId: string, principal: Principal) {
    if (exporters.includes(principal)) {
      // The clock moves on because we send Google at most 60 writes a minute. The reauthentication stays fresh: the matrix only tests rights.
      here().world.clock.now += 20_000
      await here()
        .world.deps.database.db.update(sessions)
        .set({ authenticatedAt: new Date(here().world.clock.now) })
    }
    return { ...oneOrder(storeId), ...demoSheet }
  }
  return {
    'profile.get': { allowed: anybody },
    'profile.update': { allowed: inPerson, input: () => ({ department: 'Support' }) },
    'profile.chooseStore': { inStore: { own: inPerson, inactive: inPerson }, input: byId },
    'profile.apiKeys': { allowed: inPerson },
    'profile.createApiKey': { allowed: inPerson, input: () => ({ name: 'Script', permissions: ['products:read'] }) },
    'profile.rotateApiKey': { allowed: inPerson, own: (userId) => newApiKey(here().world.deps.database.db, userId), input: byId },
    'profile.apiKeyCalls': onKeys,
    'profile.revokeApiKey': onKeys,
    'profile.sessions': { allowed: inPerson },
    'profile.endSession': { allowed: inPerson, own: (userId) => newSession(here().world.deps.database.db, userId), input: byId },
    'profile.endAllSessions': { allowed: inPerson },
    'profile.security': { allowed: inPerson },
    'profile.events.listen': { allowed: anybody },
    'profile.notifications.list': { allowed: anybody },
    'profile.notifications.read': { allowed: anybody, input: () => ({ all: true }) },
    'profile.views.list': { allowed: everybody },
    'profile.views.create': { allowed: everybody, input: () => ({ screen: 'orders', name: crypto.randomUUID(), search: {} }) },
    'profile.views.update': {
      allowed: leaders,
      input: async () => ({ ...byId(await sharedView(here().world)), search: { tab: 'paid' } }),
    },
    'profile.views.remove': { allowed: leaders, input: async () => byId(await sharedView(here().world)) },
    'profile.removePasskey': { allowed: inPerson, own: (userId) => newPasskey(here().world.deps.database.db, userId), input: byId },
    'settings.webhooks.list': { allowed: anyLeader },
    'settings.webhooks.get': { allowed: anyLeader, input: async () => byId(await webhookOf(here().world)) },
    'settings.webhooks.create': { allowed: anyLeader, input: newWebhook },
    'settings.webhooks.update': { allowed: anyLeader, input: async () => ({ ...byId(await webhookOf(here().world)), active: true }) },
    'settings.webhooks.rotateSecret': { allowed: anyLeader, input: async () => byId(await webhookOf(here().world)) },
    'settings.webhooks.remove': { allowed: anyLeader, input: async () => byId(await webhookOf(here().world)) },
    'settings.webhooks.test': { allowed: anyLeader, input: async () => byId(await webhookOf(here().world)) },
    'settings.webhooks.deliveries': { allowed: anyLeader, input: async () => byId(await webhookOf(here().world)) },
    'settings.webhooks.redeliver': { allowed: anyLeader, input: () => deliveryOf(here().world) },
    'settings.destinations.list': { allowed: exporters },
    'settings.destinations.get': { allowed: exporters, input: async () => byId(await destinationOf(here().world)) },
    'settings.destinations.create': { allowed: leaders, input: newDestination },
    'settings.destinations.update': {
      allowed: leaders,
      input: async () => ({ ...byId(await destinationOf(here().world)), ...newDestination() }),
    },
    'settings.destinations.remove': { allowed: leaders, input: async () => byId(await destinationOf(here().world)) },
    'settings.destinations.test': { allowed: leaders, input: async () => byId(await destinationOf(here().world)) },
    'settings.google.get': { allowed: ['owner'] },
    'settings.google.save': { allowed: ['owner'], input: () => ({ key: JSON.stringify(here().world.sandbox.sheets.account) }) },
    'settings.google.remove': { allowed: ['owner'] },
    'settings.google.test': { allowed: ['owner'], input: () => demoSheet },
    'settings.system.get': { allowed: ['owner'] },
    'settings.system.check': { allowed: ['owner'] },
    'settings.audit': { allowed: ['admin', 'owner'] },
    'settings.auditCsv': { allowed: ['admin', 'owner'] },
    'settings.get': { allowed: anybody },
    'settings.update': { allowed: ['owner'], input: () => ({ logo_url: null }) },
    'stores.list': { allowed: storeReaders },
    'stores.create': { allowed: leaders, input: () => anotherStore({ name: crypto.randomUUID() }) },
    'stores.connect': { allowed: ['admin', 'owner'], input: () => connectRequest() },
    'stores.redirect': { allowed: overseers },
    'stores.reconnect': { inStore: { own: overseers, inactive: overseers }, input: (id) => ({ id, ...app }) },
    'stores.finishConnect': {
      allowed: overseers,
      async input(_, principal) {
        const caller = here().callers.get(principal)
        if (caller && overseers.includes(principal)) await approved(here().world, caller, app, here().world.stores.north)
        return {}
      },
    },
    'stores.get': { inStore: { own: storeReaders, inactive: storeReaders }, input: byId },
    'stores.test': { inStore: { own: storeReaders, inactive: storeReaders }, input: byId },
    'stores.update': { inStore: { own: anyLeader, inactive: anyLeader }, input: (id) => ({ id, timezone: 'Europe/Berlin' }) },
    'stores.remove': { inStore: { own: anyLeader, inactive: anyLeader }, input: byId },
    'users.list': { allowed: anyLeader },
    'users.roles': { allowed: anyLeader },
    'users.invite': { allowed: anyLeader, input: invitation },
    'users.get': { onUser: { ...onNearby, higher: anyLeader, global: anyLeader, mixed: anyLeader, elsewhere: leaders }, input: byId },
    'users.update': { onUser: { ...onNearby, ...onAnywhere(leaders) }, input: (id) => ({ id, department: 'Support' }) },
    'users.endSessions': { onUser: { ...onNearby, ...onAnywhere(leaders) }, input: byId },
    'users.setRoles': { onUser: { ...onNearby, ...onAnywhere(leaders), mixed: anyLeader }, input: newRoles },
    'users.resetSecondFactor': { onUser: { ...onOthers(['admin', 'owner']), lower: overseers, equal: overseers }, input: byId },
    'users.passwordLink': { onUser: { ...onOthers(['admin', 'owner']), lower: overseers, equal: overseers }, input: byId },
    'users.serviceAccounts.list': { allowed: overseers },
    'users.serviceAccounts.create': { allowed: overseers, input: () => ({ name: crypto.randomUUID(), ...lowRole() }) },
    'users.serviceAccounts.update': {
      ...onServices,
      input: async (userId) => ({ ...(await serviceLike(userId)), name: crypto.randomUUID() }),
    },
    'users.serviceAccounts.remove': { ...onServices, input: serviceLike },
    'users.serviceAccounts.createKey': {
      ...onServices,
      input: async (userId) => ({ ...(await serviceLike(userId)), name: 'Script', permissions: ['products:read'] }),
    },
    'users.deactivate': { onUser: onOthers(owners), input: byId },
    'users.remove': { onUser: onOthers(owners), input: byId },
    'products.list': { inStore: { own: everybody }, input: (storeId) => ({ storeId, limit: 1 }) },
    'products.count': { inStore: { own: everybody }, input: (storeId) => ({ storeId }) },
    'products.catalogue.search': { inStore: { own: everybody }, input: (storeId) => ({ storeIds: [storeId] }) },
    'products.catalogue.changes': { inStore: { own: everybody }, input: (storeId) => ({ storeIds: [storeId] }) },
    'products.catalogue.clashes': { inStore: { own: everybody }, input: (storeId) => ({ storeIds: [storeId] }) },
    'products.catalogue.clashesCsv': { inStore: { own: exporters }, input: (storeId) => ({ storeIds: [storeId] }) },
    'products.catalogue.ignoreClash': {
      allowed: editors,
      input: () => doubledClash(here().world.deps, Object.values(here().world.stores)),
    },
    'products.catalogue.summary': { allowed: everybody },
    'products.catalogue.changesCsv': { inStore: { own: exporters }, input: (storeId) => ({ storeIds: [storeId] }) },
    'products.catalogue.get': { inStore: { own: everybody }, input: copiedProduct },
    'products.catalogue.stores': { allowed: everybody },
    'products.catalogue.rebuild': { inStore: { own: anyLeader }, input: byId },
    'products.catalogue.updateStore': { inStore: { own: anyLeader, inactive: anyLeader }, input: (id) => ({ id, isOn: true }) },
    'products.catalogue.switch': { allowed: ['owner'], input: () => ({ isOn: true }) },
    'orders.count': { inStore: { own: everybody }, input: (storeId) => ({ storeIds: [storeId] }) },
    'orders.figures': { inStore: { own: everybody }, input: (storeId) => ({ storeIds: [storeId] }) },
    'products.metafields': { inStore: { own: everybody }, input: (storeId) => ({ storeId }) },
    'products.markets': { inStore: { own: everybody }, input: (storeId) => ({ storeId }) },
    'products.metadata': { inStore: { own: everybody }, input: (storeId) => ({ storeId }) },
    'products.get': { inStore: { own: everybody }, input: (storeId) => ({ storeId, productId }) },
    'products.create': { inStore: { own: editors }, input: (storeId) => ({ storeId, title: 'New' }) },
    'products.update': { inStore: { own: editors }, input: (storeId) => ({ storeId, productId, vendor: 'New' }) },
    'orders.list': { inStore: { own: everybody }, input: (storeId) => ({ storeIds: [storeId], limit: 1 }) },
    'orders.get': { inStore: { own: everybody }, input: (storeId) => ({ storeId, orderId }) },
    'export.sheets.verify': { allowed: exporters, input: () => demoSheet },
    'export.sheets.validate': { allowed: exporters, input: () => demoSheet },
    'export.products': { inStore: { own: exporters }, input: oneProduct },
    'export.orders.start': { inStore: { own: exporters }, input: oneOrder },
    'export.orders.csv': { inStore: { own: exporters }, input: oneOrder },
    'export.orders.sheet': { inStore: { own: exporters }, input: oneOrderInSheet },
    'export.orders.preview': { inStore: { own: exporters }, input: oneOrder },
    'export.orders.estimate': { inStore: { own: exporters }, input: oneOrder },
    'export.jobs.list': { allowed: storeReaders },
    'export.jobs.get': { ...withJobs, input: async (storeId) => byId(await jobOf(here().world, storeId)) },
    'export.jobs.cancel': { ...withJobs, input: async (storeId) => byId(await jobOf(here().world, storeId)) },
    'export.jobs.retry': { ...anew, input: async (storeId) => byId(await jobOf(here().world, storeId, { status: 'failed' })) },
    'export.jobs.request': { ...withJobs, input: async (storeId) => byId(await jobOf(here().world, storeId)) },
    'export.jobs.run': { ...anew, input: async (storeId) => byId(await jobOf(here().world, storeId)) },
    'export.jobs.file': { ...withJobs, input: (storeId) => fileOf(here().world, storeId) },
    'export.schedules.list': { allowed: storeReaders },
    'export.schedules.preview': { allowed: exporters, input: () => ({ calendar: daily, timezone: 'UTC' }) },
    'export.schedules.create': { inStore: { own: exporters }, input: newSchedule },
    'export.schedules.get': { ...withJobs, input: othersSchedule },
    'export.schedules.runs': { ...withJobs, input: othersSchedule },
    'export.schedules.duplicate': { ...anew, input: othersSchedule },
    'export.schedules.takeOver': { ...onOthersSchedules, input: othersSchedule },
    'export.schedules.pause': { ...onOthersSchedules, input: othersSchedule },
    'export.schedules.resume': { ...onOthersSchedules, input: (storeId) => scheduleOf(storeId, 'nobody', { state: 'paused' }) },
    'export.schedules.remove': { ...onOthersSchedules, input: othersSchedule },
    'export.schedules.run': { inStore: { own: exporters }, hiddenFrom: ['narrowKey'], input: ownSchedule },
    'export.schedules.update': {
      inStore: { own: exporters },
      hiddenFrom: ['narrowKey'],
      input: async (storeId, principal) => ({ ...(await ownSchedule(storeId, principal)), name: 'New' }),
    },
    'export.templates.list': { allowed: everybody },
    'export.templates.get': { allowed: everybody, input: newTemplate },
    'export.templates.create': { allowed: exporters, input: template },
    'export.templates.update': { allowed: leaders, input: async () => ({ ...(await newTemplate()), columns: ['Handle'] }) },
    'export.templates.remove': { allowed: leaders, input: newTemplate },
    'export.productsCsv': { inStore: { own: exporters }, input: oneProduct },
    'export.productsEstimate': { inStore: { own: exporters }, input: oneProduct },
    'export.productsPreview': { inStore: { own: exporters }, input: oneProduct },
  }
}

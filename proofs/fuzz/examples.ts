// A successful request for each operation, with the facts that its schema cannot express: existing ids, and values that belong together.
import type { Random } from '#sandbox/catalogue/random.ts'
import { spareHost } from '#sandbox/spare-hosts.ts'
import { permissions } from '#shared/access.ts'
import { orderColumns } from '#shared/order-columns.ts'
import { productFields } from '#shared/product-fields.ts'
import { catalogueExamples } from './catalogue-examples.ts'
import { among, missing, oneOf, paged, roles, spareStore, storeOf, text, type Example, type Known } from './example-parts.ts'
import { scheduleExamples } from './schedule-examples.ts'
import { programExamples } from './program-examples.ts'

const dates = ['2026-01-31', '2025-12-01', '2024-02-29'] as const
const words = ['mug', 'Áo dài', 'a', '"x y"', '-tag:no', 'title:*'] as const
const picture = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const changed = (random: Random) => ({ updatedAfter: `${random.pick(dates)}T12:30:00+07:00` })
const included = (random: Random) => among(random, {}, { include: ['prices'] }, { include: ['skus', 'variants'] })

const productFilter = (random: Random) =>
  among(
    random,
    {},
    { search: random.pick(words) },
    { status: 'active' },
    { tag: ['new'], createdAfter: random.pick(dates) },
    changed(random),
  )
const orderFilter = (random: Random) =>
  among(random, {}, { search: random.pick(words) }, { financialStatus: ['paid'] }, { createdAfter: random.pick(dates) }, changed(random))
const fields = (random: Random) =>
  random.chance(0.3)
    ? [...productFields]
    : [
        'Title',
        'Variant SKU',
        'Variant Price',
        'metafield:custom.material',
        'metafield:custom.none',
        'market:europe.price',
        'market:none.included',
      ]
const columns = (random: Random) => (random.chance(0.3) ? [...orderColumns] : random.some(orderColumns, 6))
const product = (random: Random, { pools, stores }: Known) => oneOf(random, pools.products.all(), { id: '1', storeId: stores[0]?.id ?? '' })
const order = (random: Random, { pools, stores }: Known) => oneOf(random, pools.orders.all(), { id: '1', storeId: stores[0]?.id ?? '' })
const template = (random: Random, { pools }: Known) => oneOf(random, pools.templates.all(), { ...missing, type: 'product' })
const view = (random: Random, { pools }: Known) => ({ id: oneOf(random, pools.views.all(), missing).id })
const person = (random: Random, { pools }: Known) => ({ id: oneOf(random, pools.people.all(), { ...missing, email: '' }).id })
/** A spare store of the platform whose shops approve apps. */
const approvingStore = (random: Random, { pools }: Known) => {
  const approving = pools.spareStores.all().filter(({ platform }) => platform === 'shopify')
  return { id: oneOf(random, approving, missing).id }
}
const anyStore = (random: Random, known: Known) => ({ id: random.chance(0.6) ? storeOf(random, known) : spareStore(random, known).id })

/** The newest matching job. */
function job(random: Random, { pools }: Known, fits: (status: string, fileId: string | null) => boolean) {
  const fitting = pools.jobs.all().filter(({ status, fileId }) => fits(status, fileId))
  return oneOf(random, fitting.slice(-12), { ...missing, status: '', fileId: 'none' })
}

/** Enough that a new one is usually free, and few enough that one is sometimes taken. */
const spareHosts = 300

function storeRequest(random: Random, { stores }: Known): object {
  const { request } = oneOf(random, stores, { ...missing, platform: 'shopify', request: {} })
  return { ...request, name: text(random), domain: spareHost(String(request['domain']), random.int(spareHosts)) }
}
const orderExport = (random: Random, known: Known) => ({
  storeIds: [storeOf(random, known)],
  columns: columns(random),
  filters: orderFilter(random),
})
/** Half of the exports wait for a silent shop, so that cancellable jobs exist. */
const jobStore = (random: Random, known: Known) => (random.chance(0.5) ? known.silentStore : storeOf(random, known))
const variants = (random: Random) =>
  among(
    random,
    {},
    {
      options: ['Size'],
      variants: [
        { optionValues: ['S'], price: '1.50' },
        { optionValues: ['M'], price: '2.00', sku: text(random) },
      ],
    },
  )
const lifted = (random: Random) => ({ title: text(random), vendor: 'Fuzz', tags: ['new', text(random)], ...variants(random) })

export const examples: Record<string, Example> = {
  'stores.list': (random) => among(random, {}, { active: 'true' }, { permission: 'products:read' }),
  'stores.get': anyStore,
  'stores.create': storeRequest,
  'stores.connect': (random) => ({
    name: text(random),
    platform: 'shopify',
    domain: spareHost('north.myshopify.com', random.int(spareHosts)),
    clientId: 'fuzz',
    clientSecret: 'fuzz',
  }),
  'stores.reconnect': (random, known) => ({ ...approvingStore(random, known), clientId: 'fuzz', clientSecret: 'fuzz' }),
  'stores.redirect': () => ({}),
  'stores.finishConnect': (random) => ({ refuseIfLimited: random.chance(0.5) }),
  'stores.update': (random, known) => ({
    ...spareStore(random, known),
    ...among(
      random,
      { name: text(random) },
      { currency: 'eur' },
      { timezone: 'Asia/Ho_Chi_Minh', locationId: '7' },
      { active: random.chance(0.8) },
    ),
  }),
  'stores.remove': spareStore,
  'stores.test': anyStore,
  'products.list': (random, known) =>
    paged(random, known, 'products.list', {
      storeId: storeOf(random, known),
      filters: productFilter(random),
      ...included(random),
      limit: 1 + random.int(60),
    }),
  'products.get': (random, known) => {
    const { id: productId, storeId } = product(random, known)
    return { storeId, productId }
  },
  ...catalogueExamples,
  'products.create': (random, known) => ({ storeId: storeOf(random, known), ...lifted(random) }),
  'products.update': (random, known) => {
    const { id: productId, storeId } = product(random, known)
    return {
      storeId,
      productId,
      ...among(random, { title: text(random) }, { tags: ['x'] }, { status: 'active' }, { bodyHtml: '<b>x</b>', vendor: text(random) }),
    }
  },
  'products.count': (random, known) => ({ storeId: storeOf(random, known), filters: productFilter(random) }),
  'orders.count': (random, known) => ({
    storeIds: random.some(
      known.stores.map(({ id }) => id),
      2,
    ),
    ...orderFilter(random),
  }),
  'orders.figures': (random, known) => ({
    storeIds: random.some(
      known.stores.map(({ id }) => id),
      2,
    ),
  }),
  'products.metafields': (random, known) => ({ storeId: storeOf(random, known) }),
  'products.markets': (random, known) => ({ storeId: storeOf(random, known) }),
  'products.metadata': (random, known) => ({ storeId: storeOf(random, known) }),
  'orders.list': (random, known) =>
    paged(random, known, 'orders.list', {
      storeIds: random.some(
        known.stores.map(({ id }) => id),
        2,
      ),
      ...orderFilter(random),
      limit: 1 + random.int(60),
    }),
  'orders.get': (random, known) => {
    const { id: orderId, storeId } = order(random, known)
    return { storeId, orderId }
  },
  'export.products': (random, known) => ({
    storeId: jobStore(random, known),
    config: { fields: fields(random), filter: productFilter(random) },
  }),
  'export.productsCsv': (random, known) => ({
    storeId: storeOf(random, known),
    config: { fields: fields(random), filter: productFilter(random), maxItemsPerFile: 1 + random.int(90) },
  }),
  'export.productsEstimate': (random, known) => ({
    storeId: storeOf(random, known),
    config: { fields: fields(random), filter: productFilter(random) },
  }),
  'export.productsPreview': (random, known) => ({
    storeId: storeOf(random, known),
    config: { fields: fields(random), filter: productFilter(random) },
  }),
  'export.orders.estimate': orderExport,
  'export.orders.start': (random, known) => ({ ...orderExport(random, known), storeIds: [jobStore(random, known)] }),
  'export.orders.csv': orderExport,
  'export.orders.preview': orderExport,
  'export.orders.sheet': (random, known) => ({ ...orderExport(random, known), url: known.sheetUrl }),
  'export.sheets.verify': (_random, known) => ({ url: known.sheetUrl }),
  'export.sheets.validate': (_random, known) => ({ url: known.sheetUrl }),
  'export.templates.list': (random) => among(random, {}, { type: 'order' }),
  'export.templates.get': (random, known) => ({ id: template(random, known).id }),
  'export.templates.create': (random) =>
    among(
      random,
      { name: text(random), type: 'product', columns: ['Title', 'Tags'] },
      { name: text(random), type: 'order', columns: random.some(orderColumns, 5) },
    ),
  'export.templates.update': (random, known) => ({ id: template(random, known).id, name: text(random) }),
  'export.templates.remove': (random, known) => ({ id: template(random, known).id }),
  'profile.views.list': (random) => among(random, {}, { screen: 'orders' }),
  'profile.views.create': (random, known) =>
    among(
      random,
      { screen: 'products', name: text(random), search: { store: storeOf(random, known), search: random.pick(words) } },
      { screen: 'orders', name: text(random), shared: true, search: { stores: [storeOf(random, known)], tab: 'paid' }, columns: ['total'] },
    ),
  'profile.views.update': (random, known) => ({
    ...view(random, known),
    ...among(random, { name: text(random) }, { isDefault: true }, { shared: random.chance(0.5), density: 'compact' }),
  }),
  'profile.views.remove': view,
  'profile.notifications.list': () => ({ limit: 10 }),
  'profile.notifications.read': (random) => among(random, { all: true }, { ids: [missing.id] }),
  'export.jobs.list': (random, known) =>
    paged(
      random,
      known,
      'export.jobs.list',
      among(random, {}, { mine: 'true' }, { status: 'completed', limit: '5' }, { storeId: storeOf(random, known) }),
    ),
  'export.jobs.get': (random, known) => ({ id: job(random, known, () => true).id }),
  'export.jobs.cancel': (random, known) => ({ id: job(random, known, (status) => status !== 'completed' && status !== 'failed').id }),
  'export.jobs.retry': (random, known) => ({ id: job(random, known, (status) => status === 'failed').id }),
  'export.jobs.request': (random, known) => ({ id: job(random, known, () => true).id }),
  'export.jobs.run': (random, known) => ({ id: job(random, known, () => true).id }),
  'export.jobs.file': (random, known) => {
    const { id, fileId } = job(random, known, (_, file) => file !== null)
    return { id, fileId: fileId ?? 'none' }
  },
  'users.list': (random) => among(random, {}, { active_only: 'true' }),
  'users.roles': () => ({}),
  'users.get': person,
  'users.invite': (random, known) => ({
    email: `guest-${random.int(2 ** 30)}@fuzz.test`,
    full_name: text(random),
    role_id: random.pick(['viewer', 'staff']),
    store_ids: [storeOf(random, known)],
  }),
  'users.update': (random, known) => ({
    ...person(random, known),
    ...among(random, { full_name: text(random) }, { department: 'Sales' }, { roles: roles(random, known) }, { is_active: true }),
  }),
  'users.setRoles': (random, known) => ({ ...person(random, known), roles: roles(random, known) }),
  'users.deactivate': person,
  'users.resetSecondFactor': person,
  'users.passwordLink': person,
  'users.endSessions': person,
  'users.remove': person,
  'profile.get': () => ({}),
  'profile.security': () => ({}),
  'profile.removePasskey': () => ({ id: missing.id }),
  'profile.update': (random) =>
    among(
      random,
      { full_name: text(random) },
      { theme: 'dark' },
      { avatar_url: picture },
      { avatar_url: null, email_notifications: false, problem_mails: 'never' },
    ),
  'profile.chooseStore': anyStore,
  'profile.apiKeys': (random) => among(random, {}, { all: 'true' }),
  'profile.createApiKey': (random, known) => ({
    name: text(random),
    permissions: random.some(permissions, 2),
    store_ids: random.chance(0.5) ? null : [storeOf(random, known)],
  }),
  'profile.rotateApiKey': (random, { pools }) => ({ id: oneOf(random, pools.apiKeys.all(), missing).id, overlap_hours: random.int(3) }),
  'profile.revokeApiKey': (random, { pools }) => ({ id: oneOf(random, pools.apiKeys.all(), missing).id }),
  'profile.apiKeyCalls': (random, { pools }) => ({ id: oneOf(random, pools.apiKeys.all(), missing).id }),
  'profile.events.listen': () => ({}),
  'profile.sessions': () => ({}),
  'profile.endSession': (random, { pools }) => ({ id: oneOf(random, pools.sessions.all(), missing).id }),
  'profile.endAllSessions': () => ({}),
  'settings.get': () => ({}),
  'settings.update': (random) => ({ logo_url: random.pick([null, picture]) }),
  ...programExamples,
  ...scheduleExamples,
  'settings.audit': (random, known) =>
    paged(random, known, 'settings.audit', among(random, {}, { decision: 'denied', limit: '20' }, { action: 'users.' })),
  'settings.auditCsv': () => ({ action: 'stores.', decision: 'allowed' }),
}

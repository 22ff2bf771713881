// One example for each of the main schemas. A test validates them.
import type { z } from 'zod'
import type { Name, schemas } from './schemas.ts'
import { eventExamples } from './event-examples.ts'
import { systemExamples } from './system-examples.ts'
import { catalogueExamples } from './catalogue-examples.ts'
import { destinationExamples } from './destination-examples.ts'
import { savedChoiceExamples } from './saved-choice-examples.ts'
import { scheduleExamples } from './schedule-examples.ts'
import { shopColumnExamples } from './shop-column-examples.ts'
import { signInExamples } from './sign-in-examples.ts'
import { exampleStore as store, storeExamples } from './store-examples.ts'

const product = {
  id: '8123456789012',
  title: 'Linen shirt',
  image: { url: 'https://cdn.example.com/shirt.jpg', alt: 'A linen shirt' },
  status: 'active',
  category: 'Shirts',
  productType: 'Shirt',
  vendor: 'North',
} as const
const listedProduct = {
  ...product,
  tags: ['summer'],
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-02T08:00:00.000Z',
  priceRange: { min: '19.90', max: '24.90' },
  stock: 120,
  skus: ['LS-S', 'LS-M'],
  options: null,
  variants: null,
}
const address = {
  name: 'Mai Tran',
  company: null,
  address1: '12 Nguyen Hue',
  address2: null,
  city: 'Ho Chi Minh City',
  zip: '700000',
  province: null,
  country: 'VN',
  phone: null,
}
const order = {
  platformOrderId: '5123456789012',
  orderName: '#1001',
  createdAt: '2026-03-02T09:30:00.000Z',
  updatedAt: '2026-03-02T11:05:00.000Z',
  customer: { name: 'Mai Tran' },
  total: '39.80',
  currency: 'USD',
  financialStatus: 'paid',
  fulfillmentStatus: 'unfulfilled',
  lineItems: [{ name: 'Linen shirt - M', quantity: 2, sku: 'LS-M' }],
  lineItemsCount: 1,
  shippingAddress: address,
  channel: 'web',
  storeId: store.id,
  storeName: store.name,
}
const googleKey = {
  source: 'settings',
  email: 'exports@my-project.iam.gserviceaccount.com',
  savedAt: '2026-03-02T10:00:00.000Z',
  environmentEmail: null,
} as const
const counts = { expected: 300, fetched: 300, written: 612, distinct: 300, skipped: 0 }
const file = {
  id: 'products-1.csv',
  name: 'products.csv',
  rows: 612,
  bytes: 148_210,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  url: '/api/v1/jobs/job_1/files/products-1.csv',
}
const job = {
  id: 'job_1',
  type: 'product_export' as const,
  status: 'completed' as const,
  progress: 100,
  createdAt: '2026-03-02T10:00:00.000Z',
  startedAt: '2026-03-02T10:00:01.000Z',
  finishedAt: '2026-03-02T10:00:20.000Z',
  createdBy: { id: 'us_1', name: 'Lan Pham' },
  delivery: null,
  scheduleId: null,
  storeIds: [store.id],
  stores: [{ id: store.id, name: store.name }],
  request: {
    columns: 3,
    template: 'Prices',
    filter: { status: 'active' },
    selected: null,
    limit: 50_000,
    sheetUrl: null,
    format: 'csv' as const,
  },
  destination: { kind: 'csv' as const, format: 'csv' as const, name: file.name, bytes: file.bytes, url: null },
  counts,
  warning: null,
  error: null,
  files: [file],
  filesExpireAt: '2026-04-01T10:00:20.000Z',
  sheet: null,
  receipt: null,
  attempts: 1,
  waitingFor: null,
  nextTryAt: null,
  canCancel: false,
  canRetry: false,
  canStartOver: false,
  canRun: true,
}
const role = {
  id: 'viewer',
  display_name: 'Viewer',
  level: 10,
  description: 'Reads products and orders of the assigned stores.',
  permissions: ['products:read' as const, 'orders:read' as const],
}
const user = {
  id: 'us_1',
  email: 'lan@example.com',
  full_name: 'Lan Pham',
  department: 'Sales',
  avatar_url: null,
  is_active: true,
  email_confirmed_at: '2026-01-15T08:00:00.000Z',
  user_roles: [{ id: 'ra_1', store_id: store.id, store: { id: store.id, name: store.name }, role }],
}
const apiKey = {
  id: 'ak_1',
  name: 'Nightly report',
  hint: 'key_mB3x…Qk2w',
  owner: { id: user.id, email: user.email },
  permissions: ['products:read' as const],
  store_ids: [store.id],
  created_at: '2026-03-01T08:00:00.000Z',
  last_used_at: null,
  expires_at: '2026-05-30T08:00:00.000Z',
}
const serviceAccount = {
  id: 'sa_1',
  name: 'Warehouse sync',
  is_active: true,
  user_roles: user.user_roles,
  created_at: '2026-03-01T08:00:00.000Z',
  api_keys: [{ ...apiKey, owner: { id: 'sa_1', email: null } }],
}
/** The ids of the examples, by the names that they have in requests. */
export const exampleIds = { storeId: store.id, productId: product.id }

/** Requests as they are sent, answers as they arrive. */
export const examples: { readonly [Key in Name]?: z.input<(typeof schemas)[Key]> } = {
  Failure: { success: false, message: 'Store not found', error: { code: 'NOT_FOUND', message: 'Store not found' } },
  ...storeExamples,
  ListedProduct: listedProduct,
  ProductListRequest: { storeId: store.id, filters: { status: 'active' }, limit: 50, include: ['prices', 'skus'] },
  ProductListResponse: {
    products: [listedProduct],
    nextCursor: 'eyJsYXN0IjoxfQ',
    pageInfo: { hasNextPage: true, endCursor: 'eyJsYXN0IjoxfQ' },
    warnings: [],
  },
  ProductCountRequest: { storeId: store.id, filters: { status: 'active' } },
  ProductCreateRequest: {
    storeId: store.id,
    title: 'Linen shirt',
    options: ['Size'],
    variants: [
      { optionValues: ['S'], price: '19.90', sku: 'LS-S' },
      { optionValues: ['M'], price: '19.90', sku: 'LS-M' },
    ],
    tags: ['summer'],
  },
  ProductUpdateRequest: {
    storeId: store.id,
    productId: product.id,
    title: 'Linen shirt, short',
    expectedUpdatedAt: '2026-03-02T09:30:00Z',
  },
  ProductMetadataRequest: { storeId: store.id },
  Order: order,
  OrderListRequest: { storeIds: [store.id], financialStatus: ['paid'], createdAfter: '2026-03-01', limit: 50 },
  OrderListResponse: { orders: [order], nextCursor: null, pageInfo: { hasNextPage: false, endCursor: null }, warnings: [], missing: [] },
  OrderCountRequest: { storeIds: [store.id], financialStatus: ['paid'] },
  OrderFiguresRequest: { storeIds: [store.id] },
  OrderFigures: {
    takenAt: '2026-03-02T09:30:00.000Z',
    days: [
      { day: '2026-03-01', orders: 41 },
      { day: '2026-03-02', orders: 12 },
    ],
    tabs: { all: 4_120, unfulfilled: 18, unpaid: 7, paid: 4_050 },
    overdue: 2,
    oldest: { platformOrderId: order.platformOrderId, orderName: order.orderName, createdAt: order.createdAt },
  },
  ProductExportRequest: { storeId: store.id, config: { fields: ['Title', 'SKU', 'Price'], filter: { status: 'active' } } },
  OrderExportRequest: { storeIds: [store.id], columns: ['orderName', 'total', 'customer.email'], filters: { createdAfter: '2026-03-01' } },
  OrderPreviewRequest: { storeIds: [store.id], columns: ['orderName', 'total', 'customer.email'] },
  CountResponse: { count: 450 },
  ExportEstimate: { items: 300, seconds: 4 },
  Job: job,
  JobFile: file,
  JobResponse: { job },
  JobRetryRequest: { id: job.id, startOver: true },
  SheetRef: { url: 'https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOp/edit' },
  ...savedChoiceExamples,
  ...catalogueExamples,
  ...destinationExamples,
  ...scheduleExamples,
  User: user,
  UserResponse: { user },
  UserInviteRequest: { email: 'minh@example.com', full_name: 'Minh Le', role_id: 'staff', store_ids: [store.id] },
  UserUpdateRequest: { id: user.id, department: 'Support' },
  UserRolesRequest: { id: user.id, roles: [{ role_id: 'staff', store_id: store.id }] },
  ...eventExamples,
  ApiKey: apiKey,
  ApiKeyCreateRequest: { name: apiKey.name, permissions: apiKey.permissions, store_ids: apiKey.store_ids, expires_in_days: 90 },
  ApiKeyRotateRequest: { id: apiKey.id, overlap_hours: 24 },
  ApiKeyCreateResponse: { api_key: apiKey, token: 'example-api-key' },
  ServiceAccount: serviceAccount,
  ServiceAccountCreateRequest: { name: serviceAccount.name, roles: [{ role_id: role.id, store_id: store.id }] },
  ServiceAccountKeyRequest: {
    id: serviceAccount.id,
    name: 'Nightly',
    permissions: ['products:read'],
    store_ids: null,
    expires_in_days: 90,
  },
  ServiceAccountUpdateRequest: { id: serviceAccount.id, is_active: false },
  ServiceAccountResponse: { service_account: serviceAccount },
  ProfileUpdateRequest: { department: 'Sales', theme: 'dark' },
  SettingsUpdateRequest: { second_factor_level: 90 },
  GoogleKey: googleKey,
  ...systemExamples,
  GoogleKeyResponse: { google: googleKey },
  GoogleKeySaveRequest: {
    key: JSON.stringify({
      type: 'service_account',
      client_email: googleKey.email,
      private_key: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n',
    }),
  },
  AuditEntry: {
    id: 'au_1',
    at: '2026-03-02T10:00:00.000Z',
    actor_id: user.id,
    actor_email: user.email,
    actor_name: user.full_name,
    action: 'stores.update',
    target: store.id,
    target_name: store.name,
    decision: 'allowed',
    transport: 'rest',
    request_id: '0b8f7a52-4a3c-4f0a-9d6c-2f1f0b7c9e11',
    address: '203.0.113.7',
    user_agent: 'report/1.0',
    repeats: 1,
    details: { name: 'North America' },
  },
  Session: {
    token: 'example-access-token',
    refresh_token: 'example-refresh-token',
    expires_at: '2026-03-02T10:15:00.000Z',
    user: { id: user.id, email: user.email },
  },
  ...shopColumnExamples,
  ...signInExamples,
}

import { z } from 'zod'
import type { OrderColumn } from '#shared/order-columns.ts'
import { orderSorts, type OrderSort } from '#shared/order-sorts.ts'
import type { ProductField } from '#shared/product-fields.ts'

export const platforms = ['shopify', 'shopbase'] as const
export const Platform = z.enum(platforms)
export type Platform = z.infer<typeof Platform>

export const secretFields = ['token', 'clientId', 'clientSecret', 'apiKey', 'apiPassword'] as const
export type SecretField = (typeof secretFields)[number]

/** A way for a shop to let us in, and the secrets that it takes. */
export const CredentialKind = z.enum(['accessToken', 'clientCredentials', 'apiPassword'])
export type CredentialKind = z.infer<typeof CredentialKind>
type Credential = { kind: CredentialKind; label: string; secrets: readonly SecretField[] }

type Choice = 'many' | 'one' | 'none'
export type Traits = {
  label: string
  /** Shops live below this host and nowhere else. */
  hostSuffix: string
  /** The first one is meant where the secrets given fit none. */
  credentials: readonly [Credential, ...Credential[]]
  hasLocation: boolean
  paging: 'endCursor' | 'lastProductId'
  sortable: boolean
  showsCategory: boolean
  /** Whether a product can be archived. */
  hasArchive: boolean
  /** How many values a product filter takes at once. */
  filters: { tag: Choice; collection: Choice; productType: Choice; vendor: Choice }
  /** Exportable fields that the platform does not know; their cells are empty. */
  lacks: readonly ProductField[]
  orders: {
    sorts: readonly OrderSort[]
    /** What a search of orders looks at: any text of them, or only the buyer's e-mail, which must be given whole. */
    search: 'text' | 'email'
    /** Columns of the order export that the platform does not know; their cells are empty. */
    lacks: readonly OrderColumn[]
  }
}

/** Every difference between the platforms that somebody outside their connectors needs to know. */
export const traits: Record<Platform, Traits> = {
  shopify: {
    label: 'Shopify',
    hostSuffix: 'myshopify.com',
    credentials: [
      { kind: 'accessToken', label: 'Admin access token', secrets: ['token'] },
      { kind: 'clientCredentials', label: 'Client ID and secret', secrets: ['clientId', 'clientSecret'] },
    ],
    hasLocation: true,
    paging: 'endCursor',
    sortable: true,
    showsCategory: true,
    hasArchive: true,
    filters: { tag: 'many', collection: 'many', productType: 'many', vendor: 'many' },
    lacks: ['Custom Option'],
    orders: { sorts: orderSorts.map((sort) => sort.key), search: 'text', lacks: [] },
  },
  shopbase: {
    label: 'ShopBase',
    hostSuffix: 'onshopbase.com',
    credentials: [{ kind: 'apiPassword', label: 'API key and password', secrets: ['apiKey', 'apiPassword'] }],
    hasLocation: false,
    paging: 'lastProductId',
    sortable: false,
    showsCategory: false,
    hasArchive: false,
    filters: { tag: 'none', collection: 'one', productType: 'one', vendor: 'one' },
    lacks: ['Product Category', 'Option1 Linked To', 'Option2 Linked To', 'Option3 Linked To', 'Variant Tax Code', 'templateSuffix'],
    orders: { sorts: ['createdAt'], search: 'email', lacks: ['lineItem.compareAtPrice', 'lineItem.id', 'paymentReference'] },
  },
}

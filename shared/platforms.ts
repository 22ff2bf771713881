import { z } from 'zod'
import type { OrderColumn } from '#shared/order-columns.ts'
import { orderSorts, type OrderSort } from '#shared/order-sorts.ts'
import { furtherProductFields, type ProductField } from '#shared/product-fields.ts'

export const platforms = ['shopify', 'shopbase'] as const
export const Platform = z.enum(platforms)
export type Platform = z.infer<typeof Platform>

export const secretFields = ['token', 'clientId', 'clientSecret', 'apiKey', 'apiPassword', 'sharedSecret'] as const
export type SecretField = (typeof secretFields)[number]

/** The kind of a shop's credentials. It decides which secrets are needed. */
export const CredentialKind = z.enum(['accessToken', 'clientCredentials', 'appGrant', 'apiPassword'])
export type CredentialKind = z.infer<typeof CredentialKind>
/** `further`: secrets that it may have besides. */
type Credential = { kind: CredentialKind; label: string; secrets: readonly SecretField[]; further?: readonly SecretField[] }

type Choice = 'many' | 'one' | 'none'
export type Traits = {
  label: string
  /** All shops of the platform are subdomains of this host. */
  hostSuffix: string
  /** The address of a shop's admin in the address bar, with `*` in place of the shop's name. They are accepted instead of the host. */
  adminAddresses: readonly string[]
  /** The first one whose secrets are all given applies, and the first one of all if none is. */
  credentials: readonly [Credential, ...Credential[]]
  hasLocation: boolean
  paging: 'endCursor' | 'lastProductId'
  sortable: boolean
  showsCategory: boolean
  /** Whether a product can be archived. */
  hasArchive: boolean
  /** How many values each product filter accepts. */
  filters: { tag: Choice; collection: Choice; productType: Choice; vendor: Choice }
  /** Whether products have metafields, which exports can name as columns. */
  hasMetafields: boolean
  /** Whether a shop has markets, whose prices exports can name as columns. */
  hasMarkets: boolean
  /** Exportable fields that the platform does not have. Their cells are empty. */
  lacks: readonly ProductField[]
  orders: {
    sorts: readonly OrderSort[]
    /** The fields that a search covers: any text of the order, or only the buyer's complete e-mail address. */
    search: 'text' | 'email'
    /** Columns of the order export that the platform does not have. Their cells are empty. */
    lacks: readonly OrderColumn[]
  }
}

/** All differences between the platforms that matter outside their connectors. */
export const traits: Record<Platform, Traits> = {
  shopify: {
    label: 'Shopify',
    hostSuffix: 'myshopify.com',
    adminAddresses: ['admin.shopify.com/store/*', '*.myshopify.com/admin'],
    credentials: [
      { kind: 'accessToken', label: 'Admin access token', secrets: ['token'] },
      { kind: 'clientCredentials', label: 'Client ID and secret', secrets: ['clientId', 'clientSecret'] },
      { kind: 'appGrant', label: 'Approval in Shopify', secrets: ['clientId', 'clientSecret'] },
    ],
    hasLocation: true,
    paging: 'endCursor',
    sortable: true,
    showsCategory: true,
    hasArchive: true,
    filters: { tag: 'many', collection: 'many', productType: 'many', vendor: 'many' },
    hasMetafields: true,
    hasMarkets: true,
    lacks: ['Custom Option'],
    orders: { sorts: orderSorts.map((sort) => sort.key), search: 'text', lacks: [] },
  },
  shopbase: {
    label: 'ShopBase',
    hostSuffix: 'onshopbase.com',
    adminAddresses: [],
    credentials: [{ kind: 'apiPassword', label: 'API key and password', secrets: ['apiKey', 'apiPassword'], further: ['sharedSecret'] }],
    hasLocation: false,
    paging: 'lastProductId',
    sortable: false,
    showsCategory: false,
    hasArchive: false,
    filters: { tag: 'none', collection: 'one', productType: 'one', vendor: 'one' },
    hasMetafields: false,
    hasMarkets: false,
    lacks: [
      'Product Category',
      'Option1 Linked To',
      'Option2 Linked To',
      'Option3 Linked To',
      'Variant Tax Code',
      'templateSuffix',
      ...furtherProductFields,
    ],
    orders: {
      sorts: ['createdAt'],
      search: 'email',
      lacks: [
        'lineItem.compareAtPrice',
        'lineItem.id',
        'paymentReference',
        'outstandingBalance',
        'duties',
        'paymentTermsName',
        'nextPaymentDueAt',
      ],
    },
  },
}

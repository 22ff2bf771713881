import type { Connection, ExportProduct } from '#server/platforms/port.ts'
import type { CatalogueProduct } from '#sandbox/catalogue/record.ts'
import type { Subject } from '#tests/platforms/contract.ts'
import { exportedVariant, shopify } from '#tests/platforms/shopify/subject.ts'

const isPublished = ({ status }: CatalogueProduct) => status === 'ACTIVE' || status === 'UNLISTED'

/** The same products on ShopBase, without what the platform lacks. */
function exported(product: CatalogueProduct, catalogue: Parameters<Subject['exported']>[1]): ExportProduct {
  const status = isPublished(product) ? 'active' : 'draft'
  return {
    ...shopify.exported(product, catalogue),
    createdAt: new Date(product.createdAt).toISOString(),
    updatedAt: new Date(product.updatedAt).toISOString(),
    category: null,
    published: isPublished(product),
    status,
    giftCard: false,
    templateSuffix: null,
    customOption: product.customOptions.length === 0 ? null : expectedOptions(product),
    options: product.options.map(({ name }) => ({ name, linkedTo: null })),
    variants: product.variants.map((variant) => ({
      ...exportedVariant(variant, product),
      inventoryTracker: variant.tracked ? 'shopbase' : null,
      fulfillmentService: variant.fulfillmentService ?? 'manual',
      taxCode: null,
      unitPrice: null,
      // ShopBase sends 0 for "no such price".
      compareAtPrice: Number(variant.compareAtPrice) === 0 ? null : variant.compareAtPrice,
    })),
  }
}

function expectedOptions({ customOptions }: CatalogueProduct): string {
  const sent = customOptions.map(({ required, ...option }) => ({ ...option, placeholder: '', help_text: '', validations: { required } }))
  return JSON.stringify(sent)
}

const connection: Connection<'shopbase'> = {
  platform: 'shopbase',
  name: 'Battery',
  domain: 'battery.onshopbase.com',
  secrets: { kind: 'apiPassword', apiKey: 'key', apiPassword: 'password' },
}

export const shopbase: Subject = {
  settings: {
    platform: 'shopbase',
    host: 'battery.onshopbase.com',
    name: 'Battery',
    currency: 'USD',
    timezone: 'America/Los_Angeles',
    products: 600,
    fulfillmentServices: ['parcelhub'],
    scopes: ['read_products', 'read_orders'],
    credentials: { apiKey: 'key', password: 'password' },
  },
  connection,
  stranger: { ...connection, secrets: { ...connection.secrets, apiPassword: 'wrong' } },
  status: (product) => (isPublished(product) ? 'active' : 'draft'),
  exported,
  search: { text: 'bamboo m', finds: ({ title }) => title.toLowerCase().includes('bamboo m') },
}

import { isObjectType } from 'graphql'
import type { GraphQLFieldResolver, GraphQLSchema, GraphQLTypeResolver } from 'graphql'
import { bulkMutationFields, bulkQueryFields } from './bulk/fields.ts'
import { collectionFields } from './collection.ts'
import { levelFields, locationFields, serviceFields, shopServices, stockFields } from './location.ts'
import {
  conditionFields,
  marketFields,
  marketQueries,
  productPublication,
  regionConditionFields,
  regionFields,
  variantPricing,
} from './market.ts'
import { definitionFields, definitionQueries, metafieldFields, productMetafields } from './metafield.ts'
import { imageFields, mediaFields, mediaImageFields } from './media.ts'
import {
  addressFields,
  customerFields,
  fulfillmentFields,
  lineItemFields,
  orderFields,
  paymentFields,
  paymentTermsFields,
  transactionFields,
} from './order.ts'
import { optionFields, productFields } from './product.ts'
import { productMutations } from './product-set.ts'
import { hidePersons } from './personal.ts'
import { queryFields } from './query.ts'
import { installationFields, shopFields } from './shop.ts'
import { inventoryItemFields, variantFields } from './variant.ts'
import { webhookChanges, webhookCreation, webhookFields, webhookQueries } from './webhook.ts'
import { notEmulated } from './world.ts'
import type { Fields, World } from './world.ts'

function attach<Source, Args>(schema: GraphQLSchema, typeName: string, fields: Fields<Source, Args>): void {
  const type = schema.getType(typeName)
  if (!isObjectType(type)) throw new Error(`Shopify's schema has no object type ${typeName}`)
  const known = type.getFields()
  for (const [name, resolve] of Object.entries(fields)) {
    const field = known[name]
    // The older schema lacks some fields of the newer one.
    if (field) field.resolve = resolve
  }
}

/** Adds the sandbox's resolvers to Shopify's schema. */
export function attachResolvers(schema: GraphQLSchema): void {
  attach(schema, 'QueryRoot', queryFields)
  attach(schema, 'QueryRoot', bulkQueryFields)
  attach(schema, 'Mutation', bulkMutationFields)
  attach(schema, 'Mutation', productMutations)
  attach(schema, 'Mutation', webhookCreation)
  attach(schema, 'Mutation', webhookChanges)
  attach(schema, 'QueryRoot', webhookQueries)
  attach(schema, 'WebhookSubscription', webhookFields)
  attach(schema, 'QueryRoot', definitionQueries)
  attach(schema, 'QueryRoot', marketQueries)
  attach(schema, 'Market', marketFields)
  attach(schema, 'MarketConditions', conditionFields)
  attach(schema, 'RegionsCondition', regionConditionFields)
  attach(schema, 'MarketRegionCountry', regionFields)
  attach(schema, 'MarketRegionSubdivision', regionFields)
  attach(schema, 'Product', productFields)
  attach(schema, 'Product', productMetafields)
  attach(schema, 'Product', productPublication)
  attach(schema, 'Metafield', metafieldFields)
  attach(schema, 'MetafieldDefinition', definitionFields)
  attach(schema, 'ProductOption', optionFields)
  attach(schema, 'ProductVariant', variantFields)
  attach(schema, 'ProductVariant', variantPricing)
  attach(schema, 'InventoryItem', inventoryItemFields)
  attach(schema, 'InventoryItem', stockFields)
  attach(schema, 'InventoryLevel', levelFields)
  attach(schema, 'Location', locationFields)
  attach(schema, 'FulfillmentService', serviceFields)
  attach(schema, 'Shop', shopServices)
  attach(schema, 'MediaImage', mediaImageFields)
  attach(schema, 'Video', mediaFields)
  attach(schema, 'ExternalVideo', mediaFields)
  attach(schema, 'Image', imageFields)
  attach(schema, 'Collection', collectionFields)
  attach(schema, 'Order', orderFields)
  attach(schema, 'LineItem', lineItemFields)
  attach(schema, 'OrderTransaction', transactionFields)
  attach(schema, 'PaymentTerms', paymentTermsFields)
  attach(schema, 'PaymentSchedule', paymentFields)
  attach(schema, 'Fulfillment', fulfillmentFields)
  attach(schema, 'Customer', customerFields)
  attach(schema, 'MailingAddress', addressFields)
  attach(schema, 'Shop', shopFields)
  attach(schema, 'AppInstallation', installationFields)
  hidePersons(schema, propertyOf)
}

/**
 * Resolves fields without a resolver to the property of that name. A field that the sandbox does not emulate is an error and never null, so
 * that a gap of the sandbox does not look like a fact about a shop.
 */
export const propertyOf: GraphQLFieldResolver<unknown, World> = (source, _args, _world, info) => {
  if (typeof source === 'object' && source !== null) {
    const value: unknown = Reflect.get(source, info.fieldName)
    if (typeof value === 'function') return Reflect.apply(value, source, [])
    if (value !== undefined) return value
  }
  throw notEmulated(`${info.parentType.name}.${info.fieldName}`)
}

const KINDS: Readonly<Record<string, string>> = {
  IMAGE: 'MediaImage',
  VIDEO: 'Video',
  EXTERNAL_VIDEO: 'ExternalVideo',
  custom: 'Collection',
  smart: 'Collection',
  country: 'MarketRegionCountry',
  subdivision: 'MarketRegionSubdivision',
}

/** The object type of an interface: media, collections and regions have a kind; orders, products and variants differ by their properties. */
export const typeOf: GraphQLTypeResolver<unknown, World> = (value) => {
  if (typeof value !== 'object' || value === null) return undefined
  if ('kind' in value) return KINDS[String(value.kind)]
  if ('lines' in value) return 'Order'
  return 'variants' in value ? 'Product' : 'variant' in value ? 'ProductVariant' : undefined
}

import { GraphQLError, isObjectType } from 'graphql'
import type { GraphQLFieldResolver, GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import type { World } from './world.ts'
import { accessDenied } from './world.ts'

/**
 * The data that a shop withholds from an app without approval for protected customer data: the fields that name or reach a person (with or
 * without an error code), the customer and address objects, or the orders themselves.
 */
export const HIDDEN_PERSONS = ['fields', 'fieldsWithCode', 'objects', 'orders'] as const
export type HiddenPersons = (typeof HIDDEN_PERSONS)[number]

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Order: ['email', 'phone'],
  Customer: ['displayName', 'firstName', 'lastName'],
  CustomerEmailAddress: ['emailAddress'],
  CustomerPhoneNumber: ['phoneNumber'],
  MailingAddress: ['name', 'firstName', 'lastName', 'company', 'address1', 'address2', 'city', 'zip', 'phone'],
}
const OBJECTS: Readonly<Record<string, readonly string[]>> = { Order: ['customer', 'billingAddress', 'shippingAddress'] }
const ORDERS: Readonly<Record<string, readonly string[]>> = { QueryRoot: ['orders', 'order'] }

const KEPT: Readonly<Record<HiddenPersons, Readonly<Record<string, readonly string[]>>>> = {
  fields: FIELDS,
  fieldsWithCode: FIELDS,
  objects: OBJECTS,
  orders: ORDERS,
}

/** Shopify's text (shopify.dev, "Work with protected customer data"). Errors about a field have no code. */
function notApproved(how: HiddenPersons, { fieldName }: GraphQLResolveInfo): GraphQLError {
  if (how === 'fieldsWithCode') return accessDenied(fieldName, 'protected customer data.')
  const what = { fields: `use the ${fieldName} field`, objects: `access the ${fieldName} object`, orders: 'access the Order object' }[how]
  const message = `This app is not approved to ${what}. See https://partners.shopify.com/1/apps/1/customer_data for more details.`
  return new GraphQLError(message, { extensions: { code: how === 'fields' ? undefined : 'ACCESS_DENIED' } })
}

/** Refuses withheld data before the field's own resolver runs. */
export function hidePersons(schema: GraphQLSchema, otherwise: GraphQLFieldResolver<unknown, World>): void {
  for (const [typeName, names] of [FIELDS, OBJECTS, ORDERS].flatMap((fields) => Object.entries(fields))) {
    const type = schema.getType(typeName)
    if (!isObjectType(type)) continue
    for (const name of names) {
      const field = type.getFields()[name]
      if (!field) continue
      const resolve = field.resolve ?? otherwise
      field.resolve = (source, args, world: World, info) => {
        const how = world.shop.settings.hidesPersons
        if (how && KEPT[how][typeName]?.includes(name)) throw notApproved(how, info)
        return resolve(source, args, world, info)
      }
    }
  }
}

import { shopifyMessages } from '#shared/shopify-messages.ts'
import type { JsonPath, Problem } from '#server/platforms/shopify/problem.ts'

/**
 * The reason why data of orders is missing. `persons`: the app is not approved for customers' names and addresses. `orders`: it is not
 * approved for orders. `customerScope`: it lacks the scope for customers. `termsScope`: it lacks the scope for payment terms.
 */
export type Withheld = 'persons' | 'orders' | 'customerScope' | 'termsScope'

export const withheldSentences: Record<Withheld, string> = {
  persons: shopifyMessages.personsHidden,
  orders: shopifyMessages.ordersHidden,
  customerScope: shopifyMessages.customersHidden,
  termsScope: shopifyMessages.termsHidden,
}

/** The fields of an order with personal data. Shopify's schema allows null for each of them. */
const personal: ReadonlySet<string | number> = new Set(['customer', 'email', 'phone', 'billingAddress', 'shippingAddress'])
const terms: ReadonlySet<string | number> = new Set(['paymentTerms'])
const roots: ReadonlySet<string | number> = new Set(['orders', 'order', 'nodes'])

const isNotApproved = ({ message }: Problem) => /\bnot approved to (?:use|access)\b/i.test(message)
const isDenied = ({ extensions }: Problem) => extensions?.code === 'ACCESS_DENIED'
const namesCustomerScope = ({ message, extensions }: Problem) => (extensions?.requiredAccess ?? message).includes('read_customers')

/** Whether the data is null at this path from one of the fields on, so that only their data is missing. */
function isGapOf(fields: ReadonlySet<string | number>, path: JsonPath, data: unknown): boolean {
  const first = path.findIndex((step) => fields.has(step))
  if (first === -1 || !roots.has(path[0] ?? '')) return false
  let value = data
  for (const [index, step] of path.entries()) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
    if (value === null) return index >= first
  }
  return false
}

/** The data that an error reports as hidden while the rest is valid. `null` for every other error. */
export function withheldBy(problem: Problem, data: unknown): Withheld | null {
  if (!isNotApproved(problem) && !isDenied(problem)) return null
  const path = problem.path ?? []
  if (isGapOf(terms, path, data)) return 'termsScope'
  if (!isGapOf(personal, path, data)) return null
  return namesCustomerScope(problem) ? 'customerScope' : 'persons'
}

/** An error that hides all orders from an app without approval for protected customer data. */
export const keepsOrders = (problem: Problem): boolean => isNotApproved(problem) && /\bOrder object\b/.test(problem.message)

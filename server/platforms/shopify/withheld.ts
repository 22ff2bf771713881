import type { JsonPath, Problem } from '#server/platforms/shopify/problem.ts'

/**
 * The reason why customers' data is missing. `persons`: the app is not approved for their names and addresses. `orders`: it is not approved
 * for orders. `customerScope`: it lacks the scope for customers.
 */
export type Withheld = 'persons' | 'orders' | 'customerScope'

/** The fields of an order with personal data. Shopify's schema allows null for each of them. */
const personal: ReadonlySet<string | number> = new Set(['customer', 'email', 'phone', 'billingAddress', 'shippingAddress'])
const roots: ReadonlySet<string | number> = new Set(['orders', 'order', 'nodes'])

const isNotApproved = ({ message }: Problem) => /\bnot approved to (?:use|access)\b/i.test(message)
const isDenied = ({ extensions }: Problem) => extensions?.code === 'ACCESS_DENIED'
const namesCustomerScope = ({ message, extensions }: Problem) => (extensions?.requiredAccess ?? message).includes('read_customers')

/** Whether the data is null at this path from a personal field on, so that only personal data is missing. */
function isPersonalGap(path: JsonPath, data: unknown): boolean {
  const first = path.findIndex((step) => personal.has(step))
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
  if (!isPersonalGap(problem.path ?? [], data)) return null
  return namesCustomerScope(problem) ? 'customerScope' : 'persons'
}

/** An error that hides all orders from an app without approval for protected customer data. */
export const keepsOrders = (problem: Problem): boolean => isNotApproved(problem) && /\bOrder object\b/.test(problem.message)

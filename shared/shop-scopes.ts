/** A scope of Shopify, what needs it, and what a shop without it keeps from us. */
type Scope = { scope: string; needs: string; without: string; isOptional?: true }

/** The scope for orders of any age. */
export const allOrders = 'read_all_orders'

/** The scopes that the product asks for. They belong into the app's settings. Without an optional one, only its own part is missing. */
export const shopScopes = [
  { scope: 'read_products', needs: 'Products and their exports', without: 'Products and their exports cannot be opened' },
  { scope: 'read_inventory', needs: 'Stock and costs of variants', without: 'Costs and stock of variants are empty in product exports' },
  {
    scope: 'read_locations',
    needs: 'The service that fulfils a variant',
    without: 'The fulfilment service of variants is not known in product exports',
  },
  {
    scope: 'read_orders',
    needs: 'Orders, their exports and the figures of the dashboard',
    without: 'Orders, their exports and figures cannot be opened',
  },
  {
    scope: 'read_customers',
    needs: 'The customer of an order',
    without: "Customers' names and e-mail addresses are empty in orders and their exports",
  },
  {
    scope: allOrders,
    needs: 'Orders older than 60 days',
    without: 'Orders older than 60 days are not visible',
    isOptional: true,
  },
  {
    scope: 'read_payment_terms',
    needs: 'Payment terms in order exports',
    without: 'The columns of payment terms are empty in order exports',
    isOptional: true,
  },
  {
    scope: 'read_markets',
    needs: 'Prices of markets in product exports',
    without: 'The columns of market prices are empty in product exports',
    isOptional: true,
  },
  { scope: 'write_products', needs: 'Changes of products over the API', without: 'Products cannot be changed', isOptional: true },
] as const satisfies readonly Scope[]

const all: readonly Scope[] = shopScopes

/** The scopes without which a screen cannot work. */
export const neededScopes: readonly string[] = all.filter(({ isOptional }) => !isOptional).map(({ scope }) => scope)

/** The scopes without which columns of exports are empty, and nothing else. A scope to write hides nothing. */
export const columnScopes: readonly string[] = all
  .filter(({ scope, isOptional }) => isOptional && scope !== allOrders && scope.startsWith('read_'))
  .map(({ scope }) => scope)

/** The scopes as the app's settings take them. */
export const scopeList = all.map(({ scope }) => scope).join(',')

/** What a shop without the scope keeps from us. A scope that is not in the list is named as it is. */
export const hiddenWithout = (scope: string): string => {
  const known = all.find((one) => one.scope === scope)
  return known ? `${known.without} (${scope})` : `The scope ${scope} is missing`
}

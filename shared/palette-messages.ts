const inStores = (count: number) => (count === 1 ? 'orders in one store' : `orders in ${count} stores`)
const what = (stores: number, productStore: string | undefined) =>
  [...(stores > 0 ? [inStores(stores)] : []), ...(productStore === undefined ? [] : [`products of ${productStore}`])].join(' and ')

/** What the command palette says about its search in the browser. `stores`: how many stores' orders are searched. */
export const paletteMessages = {
  typeMore: (stores: number, productStore: string | undefined) => `Two characters or more also search ${what(stores, productStore)}.`,
  searching: (stores: number, productStore: string | undefined) => `Searching ${what(stores, productStore)}…`,
  noOrders: 'No orders found.',
  noOrdersYet: 'No orders found in the stores that answered.',
  searchAllStores: (text: string) => `Products with “${text}”`,
  noProducts: (store: string) => `No products of ${store} found.`,
  ordersFailed: (why: string) => `The orders could not be searched. ${why}`,
  productsFailed: (store: string, why: string) => `The products of ${store} could not be searched. ${why}`,
  someStores: (asked: number, all: number) => `Only the orders of ${asked} of your ${all} stores are searched.`,
  example:
    'Several words make a list: “unfulfilled last 7 days” and the names of stores, or “products” and one store. “sheet” or “csv” at the end exports the orders.',
  invitation: 'An e-mail address with a role and the names of stores makes an invitation.',
  addressCopied: (orderName: string) => `Copied the shipping address of ${orderName}.`,
  copyFailed: 'The browser did not let the address be copied. Open the order to select it.',
  stock: (sku: string, units: number) => `${sku}: ${units.toLocaleString('en-US')} in stock`,
  nothing: 'No matches.',
  loadingStores: 'Loading stores…',
} as const

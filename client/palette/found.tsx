import { useDebouncedValue } from '@mantine/hooks'
import { IconPackage, IconShoppingBag } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { addressLines } from '#client/format/address-lines.ts'
import { copyText } from '#client/ui/copy.ts'
import { limits } from '#shared/limits.ts'
import { paletteMessages as words } from '#shared/palette-messages.ts'
import type { Order, OrderAddress } from '#shared/orders.ts'
import type { ListedProduct } from '#shared/products.ts'
import type { Store } from '#shared/stores.ts'
import type { Offer, OfferGroup } from './offers.ts'

const { paletteHits: most, paletteFetched: limit, paletteFewest: fewest } = limits

/** When the palette closes or another text is typed, the call is aborted. */
const trpc = { abortOnUnmount: true } as const

const numberOf = (name: string) => name.replace(/^#/, '').toLowerCase()

/** Puts the order whose number was typed first. Other orders may contain the number elsewhere. */
function exactFirst(orders: readonly Order[], text: string): Order[] {
  const isExact = ({ orderName }: Order) => numberOf(orderName) === numberOf(text)
  return orders.toSorted((one, other) => Number(isExact(other)) - Number(isExact(one)))
}

/** Copies an address, and returns what to say about it. */
const copyAddress = async (orderName: string, address: OrderAddress) =>
  (await copyText(addressLines(address).join('\n'))) ? words.addressCopied(orderName) : words.copyFailed

/** The stock of the variant whose SKU was typed, if it is one and the shop counts it. */
function stockOf(variants: ListedProduct['variants'], text: string): string[] {
  const one = variants?.find(({ sku }) => sku !== null && sku.toLowerCase() === text.toLowerCase())
  const stock = one?.inventoryQuantity
  return one?.sku && typeof stock === 'number' ? [words.stock(one.sku, stock)] : []
}

/** Opens an order or a product in the panel beside its list. */
function useOpening(text: string) {
  const navigate = useNavigate()
  const order = ({ storeId, storeName, platformOrderId: orderId, orderName, customer, shippingAddress: address }: Order): Offer => ({
    id: `order-${storeId}-${orderId}`,
    label: orderName,
    about: [storeName, ...(customer ? [customer.name] : [])].join(' · '),
    mark: <IconShoppingBag size={18} stroke={1.75} aria-hidden />,
    also: address ? { label: 'Copy address', run: () => copyAddress(orderName, address) } : undefined,
    run: () => void navigate({ to: '/orders', search: { stores: [storeId], order: { storeId, orderId } } }),
  })
  const product = ({ id, title, variants }: ListedProduct, { id: store, name }: Store): Offer => ({
    id: `product-${id}`,
    label: title,
    about: [...stockOf(variants, text), name].join(' · '),
    mark: <IconPackage size={18} stroke={1.75} aria-hidden />,
    run: () => void navigate({ to: '/products', search: { store, product: id } }),
  })
  return { order, product }
}

/** What the shops found, and what is to be said about the search. */
type Found = { groups: OfferGroup[]; isSearching: boolean; lines: string[] }

/** The orders of these stores and the products of this store with the typed text. The shops are asked when typing pauses. */
export function useFound(typed: string, orderStores: readonly Store[], productStore: Store | undefined): Found {
  const text = typed.trim().slice(0, limits.searchLength)
  const [settled] = useDebouncedValue(text, limits.palettePauseMs)
  const opening = useOpening(text)
  const asked = orderStores.slice(0, limits.storesAtOnce)
  const isAsked = settled.length >= fewest
  const orders = api.orders.list.useQuery(
    { storeIds: asked.map(({ id }) => id), search: settled, limit },
    {
      enabled: isAsked && asked.length > 0,
      // The same text asks again the shops that have not answered.
      staleTime: ({ state }) => (state.data?.missing.length ? 0 : limits.ordersCacheMs),
      trpc,
    },
  )
  const products = api.products.list.useQuery(
    { storeId: productStore?.id ?? '', filters: { search: settled }, limit: most, include: ['variants'] },
    { enabled: isAsked && productStore !== undefined, staleTime: limits.productsCacheMs, trpc },
  )
  if (asked.length === 0 && !productStore) return { groups: [], isSearching: false, lines: [] }
  if (text.length < fewest) return { groups: [], isSearching: false, lines: [words.typeMore(asked.length, productStore?.name)] }
  // Answers for an earlier text do not count.
  if (text !== settled) return { groups: [], isSearching: true, lines: [words.searching(asked.length, productStore?.name)] }

  const foundOrders = exactFirst(orders.data?.orders ?? [], text).slice(0, most)
  const foundProducts = products.data?.products.slice(0, most) ?? []
  const groups = [
    { label: 'Orders', offers: foundOrders.map(opening.order), at: orders.dataUpdatedAt },
    {
      label: 'Products',
      offers: foundProducts.flatMap((one) => (productStore ? opening.product(one, productStore) : [])),
      at: products.dataUpdatedAt,
    },
  ]
  const lines = [
    ...(orders.isFetching || products.isFetching
      ? [words.searching(orders.isFetching ? asked.length : 0, products.isFetching ? productStore?.name : undefined)]
      : []),
    ...(orders.error ? [words.ordersFailed(say(orders.error))] : []),
    ...(orders.data
      ? [
          ...orders.data.warnings,
          ...(foundOrders.length === 0 ? [orders.data.missing.length > 0 ? words.noOrdersYet : words.noOrders] : []),
        ]
      : []),
    ...(orderStores.length > asked.length ? [words.someStores(asked.length, orderStores.length)] : []),
    ...(products.error && productStore ? [words.productsFailed(productStore.name, say(products.error))] : []),
    ...(products.data && productStore
      ? [...products.data.warnings, ...(foundProducts.length === 0 ? [words.noProducts(productStore.name)] : [])]
      : []),
  ]
  return {
    // What arrives later stands below, so that it does not move what a person is about to choose.
    groups: groups.filter(({ offers }) => offers.length > 0).toSorted((one, other) => one.at - other.at),
    isSearching: orders.isFetching || products.isFetching,
    lines,
  }
}

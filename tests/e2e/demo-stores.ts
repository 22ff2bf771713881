import { demoShops } from '#sandbox/demo-shops.ts'

type Named = { name: string }

/** The stores of the demo in an answer of `stores.list`, without those that other tests add meanwhile and that change a layout. */
export const demoStoresIn = ({ result }: { result?: { data: unknown } }): Named[] => {
  const stores: Named[] = Object(result?.data).stores
  return stores.filter(({ name }) => demoShops.some((shop) => shop.name === name))
}

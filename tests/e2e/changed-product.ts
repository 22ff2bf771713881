import { expect } from '@playwright/test'
import type { CatalogueChangesResponse } from '#shared/catalogue-changes.ts'
import type { CatalogueProductResponse, CatalogueSearchResponse, CatalogueStoresResponse } from '#shared/catalogue.ts'

type Rest = (role: 'owner', method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>

/** No test compares the products of this store with the sandbox's catalogue. */
const storeName = 'Gift Barn'
/** The shops are read once the server has started, and asked for changes every minute. */
const patience = { timeout: 240_000, intervals: [1_000] }

const ask = async <Data>(rest: Rest, ...[method, path, body]: [string, string, object?]): Promise<Data> =>
  ((await rest('owner', method, path, body)).body as { data: Data }).data

/** Changes the title and the price of a product in its shop, and waits until the copy has seen it. */
export async function changeProduct(rest: Rest) {
  const copy = async () =>
    (await ask<CatalogueStoresResponse>(rest, 'GET', '/catalogue/stores')).stores.find((store) => store.storeName === storeName)
  await expect.poll(async () => (await copy())?.state, patience).toBe('ready')
  const storeId = (await copy())?.storeId ?? ''
  const { products } = await ask<CatalogueSearchResponse>(rest, 'POST', '/catalogue/search', { storeIds: [storeId], limit: 50 })
  // None that an attempt before this one has changed.
  const isUsual = (title: string) => /^[\w ]+$/.test(title) && !title.endsWith(' again')
  const listed = products.find(({ variantCount, title }) => variantCount === 1 && isUsual(title))
  if (!listed) throw new Error('the store has no simple product')
  const { productId, title: before } = listed
  const { product } = await ask<CatalogueProductResponse>(rest, 'GET', `/catalogue/products/${storeId}:${productId}`)
  const [variant] = product.variants
  const title = `${before} again`
  const price = (Number(variant?.price) + 1).toFixed(2)
  const sent = await rest('owner', 'PUT', '/products/update', { storeId, productId, title, variants: [{ id: variant?.id, price }] })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const seen = async () =>
    (await ask<CatalogueChangesResponse>(rest, 'POST', '/catalogue/changes', { storeIds: [storeId], productId })).changes
  await expect.poll(async () => (await seen()).map(({ kind }) => kind).toSorted(), patience).toEqual(['price', 'title'])
  return { id: `${storeId}:${productId}`, storeId, storeName, before, title, priceBefore: variant?.price ?? '', price }
}

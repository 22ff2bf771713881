// How much of a shop is held, and written, at once.
import { expect, test, vi } from 'vitest'
import { batchesOf } from '#server/catalogue/batches.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { createCatalogueStage, minuteMs } from '#tests/support/catalogue.ts'

async function* given(parts: readonly number[]) {
  yield* parts
}
async function groupsOf(parts: readonly number[], size: Parameters<typeof batchesOf<number>>[1]) {
  const groups: number[][] = []
  for await (const group of batchesOf(given(parts), size)) groups.push(group)
  return groups
}

test('a group ends with the item that reaches the number of items, or of their parts', async () => {
  expect(await groupsOf([1, 2, 3], { items: 2 })).toEqual([[1, 2], [3]])
  expect(await groupsOf([], { items: 2 })).toEqual([])
  const bounded = { items: 3, parts: 10, partsOf: (part: number) => part }
  expect(await groupsOf([1, 1, 1, 1], bounded)).toEqual([[1, 1, 1], [1]])
  expect(await groupsOf([50, 1, 9, 4, 1], bounded)).toEqual([[50], [1, 9], [4, 1]])
})

test('products of very many variants are written few at a time', async () => {
  await using stage = await createCatalogueStage()
  await stage.keep()
  const { catalogue, saveProduct } = stage.trade('print')
  const many = 2_000
  for (const product of catalogue().products.slice(0, 4)) {
    const [first] = product.variants
    if (!first) throw new Error('it has no variants')
    saveProduct(product, { variants: Array.from({ length: many }, (_, index) => ({ ...first, id: `${first.id}${index}` })) })
  }
  const writing = vi.spyOn(stage.world.deps.catalogue, 'write')
  stage.later(minuteMs)
  await stage.keep()
  const written = writing.mock.calls.map(([, products]) => products.reduce((sum, { variants }) => sum + variants.length, 0))
  expect(Math.max(...written)).toBeGreaterThan(many)
  expect(Math.max(...written)).toBeLessThan(catalogueLimits.copy.writtenVariants + many)
  expect(await stage.copied('print')).toEqual(stage.sold('print'))
})

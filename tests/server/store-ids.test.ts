import { expect, test } from 'vitest'
import { newStoreId } from '#server/stores/new-id.ts'
import { storeColorCount, storeColorNumber, storeColors } from '#shared/store-color.ts'

const olderIds = Array.from({ length: 6 }, (_, index) => `made-before-${index}`)

test('a new store gets the colour of its id, which the fewest other stores have', () => {
  const ids = [...olderIds]
  while (ids.length < 3 * storeColorCount) ids.push(newStoreId(ids))
  const colors = storeColors(ids)
  for (const id of ids.slice(olderIds.length)) expect(colors.get(id)).toBe(storeColorNumber(id))
  expect(new Set(ids).size).toBe(ids.length)
})

test('the colour of a deleted store is the next one', () => {
  const ids: string[] = []
  while (ids.length < storeColorCount) ids.push(newStoreId(ids))
  const [deleted = '', ...others] = ids
  expect(storeColorNumber(newStoreId(others))).toBe(storeColorNumber(deleted))
})

import { expect, test } from 'vitest'
import { newStoreId } from '#server/stores/new-id.ts'
import { storeColorCount, storeColorNumber } from '#shared/store-color.ts'

test('new stores differ in colour as long as there are unused colours, and share them evenly afterwards', () => {
  const ids: string[] = []
  for (let round = 1; round <= 3; round += 1) {
    while (ids.length < round * storeColorCount) ids.push(newStoreId(ids))
    const uses = Map.groupBy(ids, storeColorNumber)
    expect([...uses.values()].map(({ length }) => length)).toEqual(Array.from({ length: storeColorCount }, () => round))
  }
  expect(new Set(ids).size).toBe(ids.length)
})

test('the colour of a deleted store is the next one', () => {
  const ids: string[] = []
  while (ids.length < storeColorCount) ids.push(newStoreId(ids))
  const [deleted = '', ...others] = ids
  expect(storeColorNumber(newStoreId(others))).toBe(storeColorNumber(deleted))
})

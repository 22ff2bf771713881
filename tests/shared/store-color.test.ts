import { describe, expect, test } from 'vitest'
import { storeColorCount, storeColors, visibleStoreColors } from '#shared/store-color.ts'

/** Ids that nobody has drawn, so that many share the colour that they prefer. */
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `made-before-${index}`)
const preferSame = () => 3

describe('the colours of stores', () => {
  test.each([1, 6, storeColorCount])('%i stores differ, whatever their ids are', (count) => {
    expect(new Set(storeColors(idsOf(count)).values()).size).toBe(count)
    expect(new Set(storeColors(idsOf(count), preferSame).values()).size).toBe(count)
  })

  test('more stores share the colours evenly', () => {
    const uses = Map.groupBy(storeColors(idsOf(3 * storeColorCount)).values(), (color) => color)
    expect([...uses.values()].map(({ length }) => length)).toEqual(Array.from({ length: storeColorCount }, () => 3))
  })

  test('a new store changes no other', () => {
    const ids = idsOf(25)
    for (const [index] of ids.entries()) {
      const [before, after] = [storeColors(ids.slice(0, index)), storeColors(ids.slice(0, index + 1))]
      expect([...after].slice(0, index)).toEqual([...before])
    }
  })

  test('the first store with a colour keeps it', () => {
    expect(storeColors(['one', 'two'], preferSame).get('one')).toBe(3)
  })
})

describe('the colours for somebody who sees some of the stores', () => {
  test('are those of everybody, as long as they differ', () => {
    const ids = idsOf(storeColorCount)
    const all = storeColors(ids)
    const seen = new Set(ids.filter((_, index) => index % 2 === 1))
    const visible = visibleStoreColors(ids, (id) => seen.has(id))
    expect(visible).toEqual(new Map([...all].filter(([id]) => seen.has(id))))
  })

  test('differ even where there are more stores than colours', () => {
    const ids = idsOf(50)
    const all = storeColors(ids)
    const alike = new Set(ids.filter((id) => all.get(id) === 0))
    expect(alike.size).toBe(5)
    expect(new Set(visibleStoreColors(ids, (id) => alike.has(id)).values()).size).toBe(5)
  })
})

// The pages of short lists that are sorted by name.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { namedPage } from '#server/rows/named-page.ts'

type Item = { id: string; name: string }
const Items = fc.uniqueArray(
  fc.record({ id: fc.uuid(), name: fc.oneof(fc.constantFrom('Ann', 'ann', 'Änne', 'Đức', ''), fc.string({ unit: 'grapheme' })) }),
  { selector: ({ id }) => id, maxLength: 30 },
)
const page = (items: readonly Item[], limit?: number, cursor?: string | null) =>
  namedPage(items, ({ name }) => name, { limit, cursor: cursor ?? undefined })

test('pages of any size together are the whole list, in the order of the names', () => {
  fc.assert(
    fc.property(Items, fc.integer({ min: 1, max: 40 }), (items, limit) => {
      const seen: Item[] = []
      let cursor: string | null | undefined
      do {
        const { items: rows, nextCursor } = page(items, limit, cursor)
        seen.push(...rows)
        cursor = nextCursor
      } while (cursor)
      expect(seen).toEqual(page(items).items)
      expect(new Set(seen)).toEqual(new Set(items))
    }),
  )
  expect(
    page([
      { id: '1', name: 'Zoe' },
      { id: '2', name: 'änne' },
      { id: '3', name: 'Anna' },
    ]).items.map(({ id }) => id),
  ).toEqual(['3', '2', '1'])
  const numbered = ['Store 10', 'store 2', 'Store 1'].map((name) => ({ id: name, name }))
  expect(page(numbered).items.map(({ name }) => name)).toEqual(['Store 1', 'store 2', 'Store 10'])
})

test('what stays between two pages comes once, whatever is added or removed meanwhile', () => {
  fc.assert(
    fc.property(Items, Items, fc.integer({ min: 1, max: 10 }), (items, added, limit) => {
      const first = page(items, limit)
      const after = [...items.filter((_, index) => index % 3 > 0), ...added.filter(({ id }) => items.every((item) => item.id !== id))]
      const rest = first.nextCursor === null ? [] : page(after, undefined, first.nextCursor).items
      const stayed = items.filter((item) => after.includes(item))
      const seen = [...first.items, ...rest].filter((item) => stayed.includes(item))
      expect(new Set(seen).size).toBe(seen.length)
      if (first.nextCursor !== null) expect(new Set(seen)).toEqual(new Set(stayed))
    }),
  )
})

test.each(['', 'garbage', Buffer.from('["a"]').toString('base64url'), Buffer.from('[1,2]').toString('base64url')])(
  '"%s" is no cursor',
  (cursor) => {
    expect(() => page([], 1, cursor)).toThrow(new AppError('INVALID_CURSOR'))
  },
)

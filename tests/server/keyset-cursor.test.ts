// The cursor of all lists that are sorted by time and id.
import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { decodeKeysetCursor, encodeKeysetCursor } from '#server/rows/keyset-cursor.ts'

const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a place comes back as it went out, and no cursor is the beginning', () => {
  const place = { at: new Date('2026-02-03T04:05:06.789Z'), id: crypto.randomUUID() }
  expect(decodeKeysetCursor(encodeKeysetCursor(place))).toEqual(place)
  expect(decodeKeysetCursor(undefined)).toBeNull()
})

test.each([
  ['no JSON', 'nonsense'],
  ['nothing', ''],
  ['an instant alone', coded([1])],
  ['an instant in words', coded(['yesterday', 'a'])],
  ['half a millisecond', coded([1.5, 'a'])],
  ['an instant that no database has', coded([8.64e15, 'a'])],
  ['an id that a database refuses', coded([1, 'a\0'])],
  ['no id', coded([1, ''])],
])('%s is no cursor', (_, cursor) => {
  expect(() => decodeKeysetCursor(cursor)).toThrow(new AppError('INVALID_CURSOR'))
})

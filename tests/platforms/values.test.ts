import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ascending } from '#server/platforms/ascending.ts'
import { chunksOf, sortedIds } from '#server/platforms/ids.ts'
import { decimalOf, decimalText } from '#server/platforms/money.ts'
import { parseExact } from '#server/platforms/shopbase/exact-json.ts'
import { grams } from '#server/platforms/weight.ts'

describe('money', () => {
  test.each([
    ['19.90', '19.90'],
    ['7.5', '7.50'],
    ['0', '0.00'],
    ['1234.567', '1234.567'],
    ['-3', '-3.00'],
    ['', ''],
  ])('the text %j is %j', (text, expected) => {
    expect(decimalText(text)).toBe(expected)
  })

  test.each([
    [19.9, '19.90'],
    [0.1 + 0.2, '0.30'],
    [1e6, '1000000.00'],
    [0, '0.00'],
    [1.005, '1.005'],
    [100_000_000.01, '100000000.01'],
  ])('the number %d is %j', (number, expected) => {
    expect(decimalOf(number)).toBe(expected)
  })

  test('every price of whole cents survives the way through a JSON number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect(decimalOf(Number(text))).toBe(text)
      }),
      { seed: 2026 },
    )
  })
})

test.each([
  [1.5, 'kg', 1_500],
  [3, 'lb', 1_360.777],
  [10, 'oz', 283.495],
  [0.1, 'kg', 100],
  [200, 'g', 200],
] as const)('%d %s are %d grams', (value, unit, expected) => {
  expect(grams(value, unit)).toBe(expected)
})

describe('ids', () => {
  test('are sorted as numbers, each once, without those that cannot exist', () => {
    expect(sortedIds(['10', '9', '9223372036854775807', '009', '9223372036854775808', '0'])).toEqual(['9', '10', '9223372036854775807'])
  })

  test('go in chunks of 250', () => {
    const ids = Array.from({ length: 501 }, (_, index) => String(index + 1))
    expect(chunksOf(ids).map(({ length }) => length)).toEqual([250, 250, 1])
    expect(chunksOf(ids).flat()).toEqual(ids)
    expect(chunksOf([])).toEqual([])
  })

  test.each([[['2', '2']], [['10', '9']], [['9223372036854775807', '9223372036854775806']]])('%j is no ascending order', (ids) => {
    const watch = ascending('North')
    expect(() => watch(ids)).toThrow(expect.objectContaining({ code: 'STORE_ANSWER_INVALID' }))
  })

  test('grow over the pages of one walk', () => {
    const watch = ascending('North')
    watch(['9', '10'])
    watch([])
    expect(() => watch(['10'])).toThrow('North')
  })
})

describe('JSON with ids that no JavaScript number holds', () => {
  test('keeps their digits', () => {
    const text = '{"id":9007199254740993,"more":[1234567890123456789, 9223372036854775807],"price":19.9,"small":9007199254740991}'
    expect(parseExact(text)).toEqual({
      id: '9007199254740993',
      more: ['1234567890123456789', '9223372036854775807'],
      price: 19.9,
      small: 9007199254740991,
    })
  })

  test('leaves text alone', () => {
    const text = '{"barcode":"1234567890123456789","title":"a:1234567890123456789,b"}'
    expect(parseExact(text)).toEqual(JSON.parse(text))
  })

  test('agrees with the usual parser on everything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(parseExact(text)).toEqual(JSON.parse(text))
      }),
      { seed: 2026 },
    )
  })
})

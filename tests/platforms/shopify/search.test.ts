import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { orderSearchText } from '#server/platforms/shopify/orders/search.ts'
import { searchText } from '#server/platforms/shopify/products/search.ts'
import { searchAbove } from '#server/platforms/shopify/terms.ts'

/** The terms of a search by Shopify's published grammar, with their depth. The depth shows that text cannot leave its brackets. */
function leaves(text: string): { depth: number; leaf: string }[] {
  const found: { depth: number; leaf: string }[] = []
  let depth = 0
  for (const [token] of text.matchAll(/\s+|[()]|(?:"(?:\\[^]|[^"\\])*"|\\[^]|[^\s()"\\])+|[^]/gu)) {
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (token.trim() !== '') found.push({ depth, leaf: token })
    if (depth < 0) throw new Error('closed more than was opened')
  }
  if (depth !== 0) throw new Error('left open')
  return found
}

const quoted = /^"(?:\\["\\]|[^"\\])*"$/su
const bareWord = /^[\p{L}\p{M}\p{N}]+\*$/u

describe('what people type', () => {
  test.each([
    ['red shirt', '("red" shirt*)'],
    ['  áo   dài ', '("áo" dài*)'],
    ['x" OR status:draft', String.raw`("x\"" "OR" "status:draft")`],
    ['tag:a)(', '("tag:a)(")'],
    ['id:>0', '("id:>0")'],
    ['-red', '("-red")'],
    ['this OR', '("this" "OR")'],
    ["Levi's", `("Levi's")`],
    ['50% a\\', String.raw`("50%" "a\\")`],
    ['sho*', '(sho*)'],
    ['Linen &', '(Linen*)'],
    ['Linen -', '(Linen*)'],
    ['NIKE | SWOOSH PRO', '("NIKE" "SWOOSH" PRO*)'],
    ['& linen', '(linen*)'],
    ['zero\u200bwidth \u200f', '(zerowidth*)'],
    ['cap👩\u200d🚀', '("cap👩\u200d🚀")'],
    ['cap\u200d', '(cap*)'],
    ['a\u0000b\ud800', '("a" b*)'],
  ])('%j is asked for as %s', (typed, expected) => {
    expect(searchText({ search: typed })).toBe(expected)
  })

  test('blanks are no search', () => {
    expect(searchText({ search: '  \n' })).toBe('')
  })

  test.each(['*', '&', ' - | ', '\u200b', '🎁'])('%j is in no text: nothing is asked for', (typed) => {
    expect([searchText({ search: typed, vendor: ['V'] }), orderSearchText({ search: typed })]).toEqual([null, null])
  })

  test('any text stays one conjunct of quoted words and one bare prefix', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[ab "\\():*\-<>='ORAND\n]*$/)), (typed) => {
        const text = searchText({ search: typed, vendor: ['V'] })
        if (text === null) return
        const found = leaves(text)
        expect(found.at(-1)).toEqual({ depth: 1, leaf: 'vendor:"V"' })
        for (const { depth, leaf } of found.slice(0, -1)) {
          expect(depth).toBe(1)
          expect(quoted.test(leaf) || bareWord.test(leaf)).toBe(true)
        }
      }),
      { seed: 2026, numRuns: 300 },
    )
  })
})

describe('filters', () => {
  test('each is one group, and its values are alternatives', () => {
    expect(searchText({ search: 'mug', productType: ['A', 'B "x"'], vendor: ["Levi's"], tag: ['a,b'], collection: ['1', '2'] })).toBe(
      String.raw`(mug*) (product_type:"A" OR product_type:"B \"x\"") (vendor:"Levi's") (tag:"a,b") (collection_id:1 OR collection_id:2)`,
    )
  })

  test('what is neither active nor a draft counts as archived', () => {
    expect(searchText({ status: 'archived' })).toBe('(status:archived OR status:unlisted)')
    expect(searchText({ status: 'draft' })).toBe('(status:draft)')
  })

  test('statuses of orders stand bare', () => {
    expect(orderSearchText({ financialStatus: ['paid', 'refunded'], fulfillmentStatus: ['unfulfilled'] })).toBe(
      '(financial_status:paid OR financial_status:refunded) (fulfillment_status:unshipped)',
    )
  })

  test('moments are quoted, with their zone', () => {
    const query = { createdFrom: new Date('2026-03-29T00:00:00+01:00'), createdUntil: new Date('2026-03-30T00:00:00+02:00') }
    expect(searchText(query)).toBe('(created_at:>="2026-03-28T23:00:00.000Z") (created_at:<"2026-03-29T22:00:00.000Z")')
  })

  test('a walk that starts again asks for the ids above', () => {
    expect(searchAbove('(status:active)', '42')).toBe('(status:active) (id:>42)')
    expect([searchAbove('', '42'), searchAbove('', null)]).toEqual(['(id:>42)', ''])
  })

  test('any value of a filter stays inside its quotes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 5 }), (values) => {
        const found = leaves(searchText({ tag: values }) ?? '').filter(({ leaf }) => leaf !== 'OR')
        expect(found.map(({ leaf }) => leaf.slice('tag:'.length)).every((leaf) => quoted.test(leaf))).toBe(true)
        expect(found).toHaveLength(values.length)
      }),
      { seed: 2026 },
    )
  })

  test('a collection that is no number is refused', () => {
    expect(() => searchText({ collection: ['1 OR id:>0'] })).toThrow(AppError)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerText, textOfHeader } from '#shared/header-text.ts'

test('plain text stays readable as it is', () => {
  const text = 'North: Only orders of the last 60 days (100 %)'
  expect(headerText(text)).toBe(text)
})

test('other letters are encoded as RFC 8187 says', () => {
  expect(headerText("Miền Nam's (1*)")).toBe("UTF-8''Mi%E1%BB%81n%20Nam%27s%20%281%2A%29")
  // The example of the RFC.
  expect(headerText('£ and € rates')).toBe("UTF-8''%C2%A3%20and%20%E2%82%AC%20rates")
})

test('no letter is lost, and no header is broken', () => {
  const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.constant("UTF-8''%zz"))
  fc.assert(
    fc.property(texts, (text) => {
      expect(headerText(text)).toMatch(/^[\x20-\x7e]*$/)
      expect(textOfHeader(headerText(text))).toBe(text.toWellFormed())
    }),
    { numRuns: 500, seed: 11 },
  )
})

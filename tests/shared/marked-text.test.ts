import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '#shared/fold-text.ts'
import { markedParts, wordsOfSearch } from '#shared/marked-text.ts'

/** The text with its marked parts in brackets. */
const shown = (text: string, search: string) =>
  markedParts(text, wordsOfSearch(search))
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['Áo thun “Đà Nẵng”', 'da nang', 'Áo thun “[Đà] [Nẵng]”'],
  ['Áo thun', 'xyz', 'Áo thun'],
  ['Áo thun', '', 'Áo thun'],
  ['CH-001-S', 'ch-001', '[CH-001]-S'],
  ['Straße 5', 'STRASSE', '[Straße] 5'],
  ['Straße', 'stras', '[Straß]e'],
  ['Cafe\u0301 noir', 'café', '[Cafe\u0301] noir'],
  ['ananas', 'ana', '[anana]s'],
  ['green tea, Greenland', 'green tea', '[green] [tea], [Green]land'],
  ['two\u00a0words', 'two words', '[two]\u00a0[words]'],
  ['ﬁne', 'ine', '[ﬁne]'],
  ['🎁 Gift 🎁', 'gift', '🎁 [Gift] 🎁'],
  ['ΟΔΟΣ', 'οδος', 'ΟΔΟΣ'],
])('%j is marked for %j', (text, search, expected) => {
  expect(shown(text, search)).toBe(expected)
})

const letters = fc.constantFrom(...Array.from('aáàâạäbcdđĐDnñsßSTΣςσıIİ ﬁæÆ\u0301\u0323\u00a0가각-0🎁'))
const texts = fc.array(letters, { maxLength: 30 }).map((some) => some.join(''))

test('the parts together are the text, and every marked one contains a word', () => {
  fc.assert(
    fc.property(texts, texts, (text, search) => {
      const words = wordsOfSearch(search)
      const parts = markedParts(text, words)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const part of parts) {
        expect(part.text).not.toBe('')
        if (part.isMarked) expect(words.some((word) => foldText(part.text).includes(word))).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('whatever contains a word has a marked part', () => {
  const plain = fc.array(fc.constantFrom(...Array.from('abcdđĐáẵ 01-')), { minLength: 1, maxLength: 20 }).map((some) => some.join(''))
  fc.assert(
    fc.property(plain, fc.nat(20), fc.integer({ min: 1, max: 6 }), (text, from, length) => {
      const [word = ''] = wordsOfSearch(text.slice(from, from + length))
      fc.pre(word !== '')
      expect(markedParts(text, [word]).some(({ isMarked }) => isMarked)).toBe(true)
    }),
  )
})

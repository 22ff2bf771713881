import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { patternFault, placeholders } from '#shared/file-name-pattern.ts'
import { deliveredName, freeName, highestNumber, numbered, type NameFacts } from '#server/destinations/file-name.ts'

const facts: NameFacts = {
  schedule: 'Every morning',
  date: '2026-11-25',
  time: '060000',
  store: 'North Supply',
  type: 'orders',
  job: 'j1',
}
const anyText = fc.string({ unit: 'binary', maxLength: 300 })
const anyFacts = fc.record({
  schedule: anyText,
  date: fc.constant(facts.date),
  time: fc.constant(facts.time),
  store: anyText,
  type: fc.constantFrom('products' as const, 'orders' as const),
  job: fc.uuid(),
})
const anyPattern = fc
  .array(
    fc.oneof(
      fc.constantFrom(...placeholders).map((name) => `{${name}}`),
      fc.constantFrom('-', '..', '.', ' ', 'con', '.csv'),
      anyText,
    ),
  )
  .map((parts) => parts.join(''))
const extensions = fc.constantFrom('.csv', '.csv.gz', '.xlsx')

describe('a file name', () => {
  test('is made of its pattern', () => {
    expect(deliveredName('{schedule}-{date}-{store}', facts, '.csv')).toBe('Every morning-2026-11-25-North Supply.csv')
    expect(deliveredName('{type} {date} {time}.CSV', facts, '.csv')).toBe('orders 2026-11-25 060000.csv')
    expect(deliveredName('../{store}', { ...facts, store: '../../etc/passwd' }, '.csv')).toBe('-..-..-etc-passwd.csv')
    expect(deliveredName('nul', facts, '.csv')).toBe('_nul.csv')
    for (const device of ['COM1 .x', 'LPT¹', 'com²', 'CONIN$', 'conout$.old', 'aux .'])
      expect(deliveredName(device, facts, '.csv')).toMatch(/^_.*\.csv$/)
    expect(deliveredName('console', facts, '.csv')).toBe('console.csv')
    expect(deliveredName('...', facts, '.csv')).toBe('export.csv')
  })

  test.each([
    ['{schedul}', '{schedul} is not known in a file name'],
    ['{date', 'A brace in the file name has no counterpart'],
    ['a/{date}', 'A file name contains no folders'],
    ['{type}-{date}', null],
  ])('%s is checked as a pattern', (pattern, fault) => {
    expect(patternFault(pattern)).toBe(fault)
  })

  test('is one visible part of a path, whatever it is made of', () => {
    fc.assert(
      fc.property(anyPattern, anyFacts, extensions, (pattern, given, extension) => {
        const name = deliveredName(pattern, given, extension)
        expect([posix.basename(name), win32.basename(name), name.normalize('NFC')]).toEqual([name, name, name])
        expect(posix.join('/in', name)).toBe(`/in/${name}`)
        expect(name).toMatch(/^[^.\s]/)
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}:*?"<>|]/u)
        expect(name.endsWith(extension)).toBe(true)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(181)
      }),
    )
  })

  test('that is taken gets a number, and stays safe', async () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 8 }))
    await fc.assert(
      fc.asyncProperty(anyPattern, anyFacts, extensions, numbers, async (pattern, given, extension, takenNumbers) => {
        const name = deliveredName(pattern, given, extension)
        const taken = new Set(takenNumbers.map((number) => (number === 1 ? name : numbered(name, number, extension))))
        const free = await freeName(name, extension, async (candidate) => taken.has(candidate))
        expect(taken.has(free)).toBe(false)
        expect(posix.basename(free)).toBe(free)
        expect(free.endsWith(extension)).toBe(true)
      }),
    )
  })

  /** Where the name and its numbers up to the given one are taken: the name that is chosen, and the number of questions. */
  async function chosenBehind(highestTaken: number) {
    const taken = new Set(
      Array.from({ length: highestTaken }, (_, index) => (index === 0 ? 'a.csv' : numbered('a.csv', index + 1, '.csv'))),
    )
    let questions = 0
    const free = await freeName('a.csv', '.csv', async (name) => {
      questions += 1
      return taken.has(name)
    })
    return { free, questions }
  }

  test.each([
    [1, 'a-2.csv', 2],
    [9, 'a-10.csv', 10],
    [10, 'a-11.csv', 14],
    [500, 'a-501.csv', 24],
    [99_999, 'a-100000.csv', 39],
  ])('that %i files have gets the next number after few questions', async (files, free, questions) => {
    const chosen = await chosenBehind(files)
    expect(chosen.free).toBe(free)
    expect(chosen.questions).toBeLessThanOrEqual(questions)
  })

  test('is searched for up to a number', async () => {
    await expect(chosenBehind(highestNumber)).rejects.toMatchObject({
      failure: 'NAMES_TAKEN',
      mayPass: false,
      message:
        'The name of the file is taken there, also with a number behind it. Please put {date} and {time} into the file name, or check what the destination contains.',
    })
  })
})

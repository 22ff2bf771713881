import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectedIds, selectRange } from '../../client/ui/selection.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const among = fc.constantFrom(...ids)
const some = fc.subarray(ids).map((chosen) => Object.fromEntries(chosen.map((id) => [id, true as const])))

test('a range gets one state, in both directions, and nothing else changes', () => {
  fc.assert(
    fc.property(some, among, among, fc.boolean(), (selection, from, to, isSelected) => {
      const after = selectRange(selection, { ids, from, to }, isSelected)
      const [first = 0, last = 0] = [ids.indexOf(from), ids.indexOf(to)].toSorted((one, other) => one - other)
      for (const [index, id] of ids.entries()) {
        const isInRange = index >= first && index <= last
        expect(Object.hasOwn(after, id)).toBe(isInRange ? isSelected : Object.hasOwn(selection, id))
      }
    }),
  )
})

test('a row of another page starts no range, and stays selected', () => {
  const after = selectRange({ elsewhere: true }, { ids, from: 'elsewhere', to: 'c' }, true)
  expect(selectedIds(after)).toEqual(['elsewhere', 'c'])
})

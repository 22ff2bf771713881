// The selection of a list, whose presses are drawn after the rest: what another press changes meanwhile.
import { act, renderHook } from '@testing-library/react'
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { selectedIds, selectRange, usePageSelection, useSelection } from '#client/ui/selection.ts'

const ids = ['a', 'b', 'c', 'd']
const toggle = (id: string, isOn: boolean) => (before: Record<string, true>) => selectRange(before, { ids, from: id, to: id }, isOn)

function shownList() {
  return renderHook(
    ({ key }: { key: string }) => {
      const list = useSelection(key)
      return { list, ...usePageSelection(list, ids) }
    },
    { initialProps: { key: 'first' } },
  )
}

test('a row that was selected right before another list is shown is not selected in that one, nor later in its own', () => {
  const { result, rerender } = shownList()
  act(() => {
    startTransition(() => result.current.onSelect(toggle('a', true)))
    rerender({ key: 'second' })
  })
  expect(selectedIds(result.current.selection)).toEqual([])
  rerender({ key: 'first' })
  expect(selectedIds(result.current.selection)).toEqual([])
})

test('what is selected in the other list stays selected when a late press of the first one is drawn', () => {
  const { result, rerender } = shownList()
  act(() => {
    startTransition(() => result.current.onSelect(toggle('a', true)))
    flushSync(() => rerender({ key: 'second' }))
    result.current.onSelect(toggle('b', true))
  })
  expect(selectedIds(result.current.selection)).toEqual(['b'])
})

test('two rows that are taken out of everything at once are both out', () => {
  const { result } = shownList()
  act(() => result.current.list.selectAll())
  act(() => {
    for (const id of ['a', 'b']) startTransition(() => result.current.onSelect(toggle(id, false)))
  })
  expect(result.current.list.isAll).toBe(false)
  expect(selectedIds(result.current.selection)).toEqual(['c', 'd'])
})

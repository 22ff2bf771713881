import { useWindowEvent } from '@mantine/hooks'
import { createContext, use } from 'react'

/** The single keys of a list, in the order in which the screen explains them. */
export const listShortcuts = [
  { key: 'j', does: 'Next row' },
  { key: 'k', does: 'Previous row' },
  { key: 'x', does: 'Select the row' },
  { key: 'Enter', does: 'Open the row' },
  { key: '/', does: 'Search' },
  { key: 'e', does: 'Export' },
  { key: '?', does: 'Show these keys' },
] as const

/** The single keys of an open panel. They press the control that names them in `aria-keyshortcuts`. */
export const panelShortcuts = [
  { key: 'c', does: 'Copy the address of the open order' },
  { key: 'o', does: 'Open what the panel shows in its shop' },
] as const
export const panelKeys = { copy: 'c', openInShop: 'o' } as const satisfies Record<string, (typeof panelShortcuts)[number]['key']>

type ListKey = (typeof listShortcuts)[number]['key']
/** What the screen does itself. null: the person may not. */
export type ListKeyActions = { search: () => void; export: (() => void) | null; help: () => void }

/** Whether single keys work. The frame of the screens provides it. */
export const SingleKeys = createContext({ areOn: true, turn: (_areOn: boolean): void => {} })

/** Where keys have a meaning of their own. */
const otherUse =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=radiogroup]'

const isForList = ({ target, ctrlKey, altKey, metaKey, defaultPrevented, isComposing }: KeyboardEvent) =>
  !(ctrlKey || altKey || metaKey || defaultPrevented || isComposing) &&
  !(target instanceof Element && target.closest(otherUse)) &&
  document.querySelector('[aria-modal=true]') === null

const rowsOf = () => [...document.querySelectorAll<HTMLTableRowElement>('main table:not([inert]) tbody tr')]
const boxOf = (row: HTMLTableRowElement | undefined) => row?.querySelector<HTMLInputElement>('input[type=checkbox]')
const currentRow = () => rowsOf().find((row) => row.contains(document.activeElement))

/** Focuses the box of a row `by` rows away from the current one; without one, of the first. */
function moveBy(by: number) {
  const rows = rowsOf()
  const from = rows.findIndex((row) => row.contains(document.activeElement))
  boxOf(rows[from === -1 ? 0 : from + by])?.focus()
}

/** Clicks the button in the current row that opens it, unless another control has the focus. */
function openRow(target: EventTarget | null): boolean {
  const opener = currentRow()?.querySelector<HTMLButtonElement>('button[aria-haspopup=dialog]')
  if (!opener || !(target instanceof HTMLInputElement)) return false
  opener.click()
  return true
}

/** The keys of the list on this screen. They do nothing while a field, a menu or a dialog has the focus. */
export function useListKeys(actions: ListKeyActions): void {
  const { areOn } = use(SingleKeys)
  const handlers: Record<ListKey, (event: KeyboardEvent) => boolean | void> = {
    j: () => moveBy(1),
    k: () => moveBy(-1),
    x: () => boxOf(currentRow())?.click(),
    Enter: ({ target }) => openRow(target),
    '/': actions.search,
    e: () => actions.export?.(),
    '?': actions.help,
  }
  const isListKey = (key: string): key is ListKey => Object.hasOwn(handlers, key)
  useWindowEvent('keydown', (event) => {
    if (!areOn || !isListKey(event.key) || !isForList(event)) return
    // Firefox would open its own search for a slash, and a button would be pressed by Enter.
    if (handlers[event.key](event) !== false) event.preventDefault()
  })
}

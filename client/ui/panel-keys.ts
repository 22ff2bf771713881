import { use, useLayoutEffect, type RefObject } from 'react'
import { panelShortcuts, SingleKeys } from './list-keys.ts'

/** The items before and after this one in the list. null: there is none on the page. */
export type Neighbours = { previous: (() => void) | null; next: (() => void) | null }

const typing = 'input:not([type=checkbox]), textarea, select, [role=menu], [role=listbox], [role=radiogroup]'
const withKey = (key: string) => `[aria-keyshortcuts="${key}"]`

/** Whether a key belongs to another dialog than that of the panel. Where one is modal, it has all keys. */
function isInOther(target: Element, own: Element | null): boolean {
  const dialog = target.closest('[role=dialog]')
  const modals = [...document.querySelectorAll('[aria-modal=true]')]
  // Escape has perhaps closed that dialog just now, which is why the document is not asked alone.
  return (dialog !== null && dialog !== own) || modals.some((modal) => modal !== own)
}

/**
 * The keys of an open panel: j and k show the next and the previous item, the others press the control that names them. `onEscape`: null
 * where something else closes the panel.
 */
export function usePanelKeys(panel: RefObject<HTMLElement | null>, neighbours: Neighbours, onEscape: (() => void) | null): void {
  const { areOn } = use(SingleKeys)
  const onKey = (event: KeyboardEvent) => {
    const { key, target } = event
    if (!(target instanceof Element)) return
    const own = panel.current?.closest<HTMLElement>('[role=dialog]') ?? null
    const isElsewhere = isInOther(target, own) || target.closest(typing) !== null
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isElsewhere) return
    if (key === 'Escape') return onEscape?.()
    if (!areOn) return
    const pressed = panelShortcuts.find((shortcut) => shortcut.key === key) && panel.current?.querySelector<HTMLElement>(withKey(key))
    if (pressed) {
      event.preventDefault()
      return pressed.click()
    }
    // Outside of the panel, these keys move in the list.
    const move = { j: neighbours.next, k: neighbours.previous }[key]
    if (!move || !own?.contains(target)) return
    event.preventDefault()
    // What has the focus may disappear with this item.
    own.focus({ preventScroll: true })
    move()
  }
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

import { focusHeading } from '#client/ui/focus-heading.ts'

/**
 * Browsers drop the focus to the page when what has it is taken away: the keyboard would begin at the top again, and a screen reader
 * would fall silent. The heading of the screen takes it then. Whatever knows a nearer place gives the focus there before.
 */
export function keepFocus(): void {
  let last: Element | null = null
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null
  })
  // A click beside everything lets go of the focus on purpose.
  document.addEventListener('pointerdown', () => {
    last = document.activeElement === document.body ? null : last
  })
  new MutationObserver(() => {
    if (document.activeElement !== document.body || last === null || last.isConnected) return
    // While another screen is on its way there is none yet.
    if (focusHeading()) last = null
  }).observe(document.body, { childList: true, subtree: true })
}

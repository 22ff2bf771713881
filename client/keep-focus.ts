import { focusHeading } from '#client/ui/focus-heading.ts'

/**
 * When the focused element is removed, browsers move the focus to the page: the keyboard would start at the top again, and screen readers
 * would say nothing. This moves the focus to the screen's heading instead, or to the dialog that lies over it. Code that knows a closer target
 * focuses it earlier. A button loses the focus too while it is disabled, for example until the server has answered: it gets it back.
 */
export function keepFocus(): void {
  let last: Element | null = null
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null
  })
  // A click on the background removes the focus on purpose.
  document.addEventListener('pointerdown', () => {
    last = document.activeElement === document.body ? null : last
  })
  new MutationObserver((changes) => {
    if (document.activeElement !== document.body || last === null) return
    if (!last.isConnected) {
      // While another screen loads, there is no heading yet.
      if (focusHeading()) last = null
    } else if (last instanceof HTMLElement && changes.some(({ type, target }) => type === 'attributes' && target === last))
      last.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

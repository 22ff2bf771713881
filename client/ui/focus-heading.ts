/** Focuses the heading of the screen, as a fallback for an element that is gone. Returns false if there is no heading. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/**
 * Focuses the heading of the screen, as a fallback for an element that is gone. Returns false if there is none, or none that is shown:
 * while another screen loads, React hides the previous one.
 */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return document.activeElement === heading
}

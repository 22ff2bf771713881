/**
 * Focuses the heading of the screen, as a fallback for an element that is gone, or the topmost dialog: behind it, the keyboard would reach
 * nothing of it. Returns false if there is no heading, or none that is shown: while another screen loads, React hides the previous one.
 */
export function focusHeading(): boolean {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')]
  const heading = dialogs.at(-1) ?? document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return document.activeElement === heading
}

/** A page that nobody sees paints nothing: after this time its work goes on without. */
const unseenMs = 100

/**
 * Resolves once the browser has painted how the pressed control looks. Work that draws much of the screen waits for it, so that every
 * press is answered at once. Awaited after the event, it costs one frame.
 */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, unseenMs)
    requestAnimationFrame(() => setTimeout(resolve))
  })

/** Acts once the press is painted, unless another press has left the screen meanwhile: an address of this one would lead back to it. */
export async function whenPainted(act: () => void | Promise<void>): Promise<void> {
  const { pathname } = window.location
  await painted()
  if (window.location.pathname === pathname) await act()
}

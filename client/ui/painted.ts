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

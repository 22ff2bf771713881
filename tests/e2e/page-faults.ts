import type { BrowserContext } from '@playwright/test'

/** Expected console messages: the browser logs failed requests, and the product logs some failures intentionally. */
const expected = /^Failed to load resource|^Failed to fetch permissions/
export const isExpected = (complaint: string) => expected.test(complaint)

/** Runs in the page. */
export function reportFaults() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // The test that listens is on the other side of the console.
    console.error(`content policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`),
  )
  // What had the focus is gone, and nothing has taken it: the keyboard would begin at the top of the page again.
  let last: Element | null = null
  document.addEventListener('focusin', ({ target }) => void (last = target instanceof Element ? target : null))
  const look = () => {
    if (document.activeElement !== document.body || last === null || last.isConnected) return
    // While another screen loads, the previous one is hidden. Asked last: the answer needs a layout.
    if ((document.querySelector('main h1')?.getClientRects().length ?? 0) === 0) return
    // A heading is given the focus by its screen and goes with it: the session ended, or the page led on by itself.
    if (last.tagName === 'H1') return
    console.error(`the focus was dropped with ${last.outerHTML.slice(0, 200)}`)
    last = null
  }
  new MutationObserver(() => requestAnimationFrame(look)).observe(document, { childList: true, subtree: true })
}

/**
 * Records faults that no page may have: an exception, a console error, a violation of the content policy, a lost focus. Returns the list.
 */
export async function watchForFaults(context: BrowserContext): Promise<() => string[]> {
  const faults: string[] = []
  context.on('weberror', (error) => void faults.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) faults.push(message.text())
  })
  await context.addInitScript(reportFaults)
  return () => faults
}

import type { BrowserContext } from '@playwright/test'

/** Answers that tests provoke are written to the console by the browser, and some failures by the product on purpose. */
const expected = /^Failed to load resource|^Failed to fetch permissions/

function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // The test that listens is on the other side of the console.
    console.error(`content policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`),
  )
}

/** Notes what no page of the product may ever do: throw, complain on the console, break the content policy. Answers what it has noted. */
export async function watchForFaults(context: BrowserContext): Promise<() => string[]> {
  const faults: string[] = []
  context.on('weberror', (error) => void faults.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text())
  })
  await context.addInitScript(reportViolations)
  return () => faults
}

import type { BrowserContext } from 'playwright'

export const slowNetwork = { kilobitsPerSecond: 400, latencyMs: 400 } as const
const bytesPerSecond = (slowNetwork.kilobitsPerSecond * 1_000) / 8

/** The ms until the login screen takes a password, from an empty cache over `slowNetwork`. */
export async function msUntilLogin(browser: BrowserContext, url: string): Promise<number> {
  const page = await browser.newPage()
  const devTools = await browser.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.clearBrowserCache')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowNetwork.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  const start = performance.now()
  await page.goto(`${url}/login`, { waitUntil: 'commit' })
  await page.getByLabel('Password', { exact: true }).fill('typed')
  const ms = performance.now() - start
  await page.close()
  return ms
}

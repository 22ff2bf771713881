import type { Page } from '@playwright/test'

/** Has the page stand at a time, from its next address on. The answers are dated by it as well, because ages are told by the server's clock. */
export async function fixTime(page: Page, time: string) {
  await page.clock.setFixedTime(time)
  await page.addInitScript((date) => {
    const send = window.fetch.bind(window)
    window.fetch = async (...given) => {
      const { body, status, statusText, headers } = await send(...given)
      return new Response(body, { status, statusText, headers: { ...Object.fromEntries(headers), date } })
    }
  }, new Date(time).toUTCString())
}

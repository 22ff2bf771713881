// One process answers calls, others run jobs, and one of those is killed while a user watches.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { freePort } from '../../scripts/free-port.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { appSecret } from '../../proofs/instruction.ts'
import { openExportEnvironment, type ExportEnvironment } from '../../proofs/export-environment.ts'

const products = 1_200

/** This server does not know the address of the sandbox's pictures. */
test.use({ provokedFault: /img-src/ })

/** A server that only answers calls. */
async function startWeb(port: number, { sandbox, folder, databaseUrl }: ExportEnvironment): Promise<ChildProcess> {
  const own = { ROLE: 'web', PORT: String(port), DATA_DIR: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' }
  const env = { ...process.env, ...own, APP_SECRET: appSecret, PLATFORM_ENDPOINTS: JSON.stringify(sandbox.endpoints) }
  return spawn(process.execPath, ['server/main.ts'], { stdio: ['ignore', 'ignore', 'inherit'], env })
}

async function signIn(page: Page, origin: string, data: ExportEnvironment['owner']) {
  const answer = await page.context().request.post(`${origin}/api/auth/sign-in/email`, { headers: { origin }, data })
  expect(answer.status()).toBe(200)
}

test('an export goes on when its worker is killed, and ends with every product once', async ({ page }) => {
  test.slow()
  const rig = await openExportEnvironment({ products })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const processes = [await startWeb(port, rig)]
  const hire = async () => {
    // Long enough for a busy machine: a live worker keeps its job.
    const worker = await rig.startWorker({ leaseMs: 5_000 })
    processes.push(worker.process)
    worker.begin()
    return worker
  }
  try {
    await expect
      .poll(async () =>
        fetch(`${origin}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true)
    // The worker stops at this point and waits for the shop until it is killed.
    rig.sandbox.faults.add({ operation: 'ExportPage', kind: 'hang', after: 2, times: 1 })
    await signIn(page, origin, rig.owner)
    await page.goto(`${origin}/products`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Export in the background' }).check()
    await page.getByRole('button', { name: 'Start Export' }).click()
    await expect(page.getByText('Export job created! You will be notified when complete.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto(`${origin}/jobs`)
    const job = page.getByRole('table', { name: 'Jobs' }).locator('tbody').first()
    await expect(job).toContainText('Waiting')
    const first = await hire()
    await expect(job).toContainText(/Running.*[1-9]\d* of 1,200 products/s, { timeout: 60_000 })
    first.process.kill('SIGKILL')
    await first.gone
    await hire()
    await expect(job).toContainText(/Completed.*Complete: 1,200 of 1,200, none doubled/s, { timeout: 60_000 })
    await expect(page.getByRole('status', { name: 'Finished exports' })).toContainText('Export finished')
    const saved = page.waitForEvent('download')
    await job.getByRole('button', { name: 'Download' }).click()
    const rows: Record<string, string>[] = parse(await readFile(await (await saved).path(), 'utf8'), { bom: true, columns: true })
    const ids = rows.flatMap(({ 'Product Id': id }) => id || [])
    expect(ids).toHaveLength(products)
    expect(new Set(ids).size).toBe(products)
  } finally {
    for (const child of processes) child.kill('SIGKILL')
    await rig[Symbol.asyncDispose]()
  }
})

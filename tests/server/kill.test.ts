// The short form of `npm run prove:kill`.
import { expect, test } from 'vitest'
import { orderTask } from '#server/export/order-task.ts'
import { orderColumns } from '#shared/order-columns.ts'
import { OrderExportRequest } from '#shared/order-export.ts'
import { randomKills, undisturbed, zombies } from '../../proofs/kills.ts'
import { startS3 } from '../../scripts/s3-server.ts'
import { allProducts, openExportEnvironment } from '../../proofs/export-environment.ts'

/** A retry would hide the result of the first run. */
const byChance = { timeout: 300_000, retry: 0 }

test('killed twenty times at random moments, exports come out byte for byte as undisturbed ones', byChance, async () => {
  await using environment = await openExportEnvironment({ products: 1_500 })
  const verdict = await randomKills(environment, await undisturbed(environment), 20)
  expect(verdict).toMatchObject({ different: 0 })
  expect(verdict.kills).toBeGreaterThanOrEqual(20)
})

test('a worker that is stopped past its lease and woken again changes nothing', byChance, async () => {
  await using environment = await openExportEnvironment({ products: 1_500 })
  const { bytes } = await undisturbed(environment)
  expect(await zombies(environment, bytes, 1)).toMatchObject({ kills: 1, exports: 2, different: 0 })
})

test('exports of orders as well', byChance, async () => {
  const task = (storeId: string) => orderTask(OrderExportRequest.parse({ storeIds: [storeId], columns: orderColumns }))
  await using environment = await openExportEnvironment({ products: 20, orders: 1_500, task })
  const verdict = await randomKills(environment, await undisturbed(environment), 3)
  expect(verdict).toMatchObject({ different: 0 })
  expect(verdict.kills).toBeGreaterThanOrEqual(3)
})

test('files that are made of stored rows as well', byChance, async () => {
  await using environment = await openExportEnvironment({ products: 400, task: allProducts('xlsx') })
  const verdict = await randomKills(environment, await undisturbed(environment), 2)
  expect(verdict).toMatchObject({ different: 0 })
  expect(verdict.kills).toBeGreaterThanOrEqual(2)
})

test('with files in a bucket of S3 as well', byChance, async () => {
  await using s3 = await startS3()
  await using environment = await openExportEnvironment({ products: 700, filesBucket: s3.place })
  const verdict = await randomKills(environment, await undisturbed(environment), 3)
  expect(verdict).toMatchObject({ different: 0 })
  expect(verdict.kills).toBeGreaterThanOrEqual(3)
})

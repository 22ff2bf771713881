// The short form of `npm run prove:kill`.
import { expect, test } from 'vitest'
import { randomKills, undisturbed } from '../../scripts/prove/kills.ts'
import { createRig } from '../../scripts/prove/rig.ts'

test('killed twenty times at random moments, exports come out byte for byte as undisturbed ones', { timeout: 300_000 }, async () => {
  await using rig = await createRig({ products: 1_500 })
  const { bytes } = await undisturbed(rig)
  const verdict = await randomKills(rig, bytes, 20)
  expect(verdict).toMatchObject({ different: 0 })
  expect(verdict.kills).toBeGreaterThanOrEqual(20)
})

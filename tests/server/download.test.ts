import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { Download } from '#server/procedure/download.ts'

test('a file that nobody begins to read lets go of where it comes from', async () => {
  const source = new PassThrough()
  const { body } = new Download('export.csv', source, null)
  body.destroy()
  await expect.poll(() => source.destroyed).toBe(true)
})

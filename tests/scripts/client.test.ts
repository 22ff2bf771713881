// The client for scripts, and its example in docs/api.md, against a server on a real socket.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../sdk/client.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
let url: string
let token: string
beforeAll(async () => {
  world = await createWorld()
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const owner = await world.signedIn('owner')
  const made = await owner.rest('POST', '/users/me/api-keys', { name: 'Client', permissions: ['products:read'] })
  token = (made.body as { data: { token: string } }).data.token
})
afterAll(() => world[Symbol.asyncDispose]())

test('it calls with the key’s rights, and a refusal carries the server’s sentence and code', async () => {
  const client = createClient({ url, token })
  expect((await client.stores.list.query({ permission: 'products:read' })).stores.map(({ name }) => name)).toEqual([
    'Harbor',
    'North',
    'Print',
  ])
  await expect(client.users.list.query({})).rejects.toMatchObject({
    message: expect.stringContaining('users:read'),
    data: { appCode: 'ACCESS_DENIED' },
  })
  await expect(createClient({ url, token: 'key_wrong' }).profile.get.query()).rejects.toMatchObject({ data: { appCode: 'SIGNED_OUT' } })
})

test('the example of docs/api.md runs as it stands and saves every product', async () => {
  const [, example = ''] = /```ts\n(import[^`]*createClient\([\s\S]*?)```/.exec(readFileSync('docs/api.md', 'utf8')) ?? []
  const file = join(world.folder, 'products.csv')
  const env = { ...process.env, BACK_OFFICE_URL: url, BACK_OFFICE_KEY: token, OUTPUT: file }
  await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', example], { env })
  const rows = parse<{ id: string }>(readFileSync(file, 'utf8'), { columns: true })
  expect(new Set(rows.map(({ id }) => id)).size).toBe(60)
})

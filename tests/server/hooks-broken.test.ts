// Messages with broken bodies and headers, signed and not: the fuzzer (proofs/fuzz) cannot sign any.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hash, randomFrom, type Random } from '#sandbox/catalogue/random.ts'
import { createHookStage, telling, type HookStage } from '#tests/support/hook-stage.ts'

let stage: HookStage
beforeAll(async () => {
  stage = await createHookStage()
  await stage.keep()
})
afterAll(() => stage[Symbol.asyncDispose]())

const values: readonly [string, ...string[]] = [
  '1',
  '"1"',
  '0',
  '-1',
  '1e400',
  '99999999999999999999',
  '999999999999999999999999',
  '"\\u0000"',
  'null',
  '[]',
  '{}',
  '"2026-11-28T00:00:00Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '8640000000001',
  '-8640000000001',
  '1.5',
  '"\\ud800"',
  `"${'9'.repeat(5_000)}"`,
  '['.repeat(2_000),
]
const keys: readonly [string, ...string[]] = ['id', 'updated_at', '__proto__', 'constructor', 'title', '']

function brokenBody(random: Random): string {
  const fields = Array.from({ length: random.int(4) }, () => `${JSON.stringify(random.pick(keys))}:${random.pick(values)}`)
  const body = `{${[`"id":${random.pick(values)}`, ...fields].join(',')}}`
  return random.chance(0.2) ? body.slice(0, random.int(body.length)) : body
}

test.each(telling)(
  'whatever a message for %s has, it is accepted where it is signed, refused where it is not, and nothing breaks',
  async (name) => {
    const random = randomFrom(hash(`broken messages of ${name}`))
    for (let turn = 0; turn < 300; turn++) {
      const body = brokenBody(random)
      const signed = await stage.post(name, body)
      expect([body, signed.status, signed.text]).toEqual([body, 200, '{"success":true}'])
      const signature = random.pick(['', '=', 'A'.repeat(44), 'é'.repeat(8), '\t', '0'.repeat(8_000)])
      const headers = {
        'x-shopify-hmac-sha256': signature,
        'x-shopbase-hmac-sha256': signature,
        'content-type': random.pick(['text/xml', 'text/plain', 'a/b']),
      }
      const forged = await stage.post(name, body, { headers })
      expect([body, forged.status]).toEqual([body, 401])
    }
    for (const id of await stage.hinted(name)) expect(id).toMatch(/^[1-9]\d{0,19}$/)
    await stage.keep()
    expect(await stage.copied(name)).toEqual(stage.sold(name))
    expect(await stage.hinted(name)).toEqual([])
    expect(await stage.state(name)).toMatchObject({ state: 'ready', problem: null })
  },
)

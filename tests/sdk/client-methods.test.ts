// Every call of the API has a method of the client, and every list that has pages is read to its end.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#server/http/endpoints.ts'
import { createClient } from '../../sdk/src/public.ts'
import { operations } from '../../sdk/src/generated/operations.ts'
import { lists } from '../../sdk/src/pages.ts'

/** The functions below an object. */
function methodsIn(value: unknown): ((input: object) => unknown)[] {
  if (typeof value === 'function') return [value as (input: object) => unknown]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(methodsIn) : []
}

test('every operation is a method', async () => {
  const called = new Set<string>()
  const note = async (address: string | URL | Request, request?: RequestInit) => {
    called.add(`${request?.method} ${new Request(address).url.replace('http://test/api/v1', '')}`)
    return Response.json({ success: true, data: { job: {} } })
  }
  const { call: _call, events: _events, exports, jobs, ...groups } = createClient({ url: 'http://test', token: 'k', fetch: note })
  const { wait: _wait, file, ...jobMethods } = jobs
  const path = new Proxy({}, { get: (_, name) => `{${String(name)}}`, ownKeys: () => names, getOwnPropertyDescriptor: () => given })
  const names = ['id', 'storeId', 'productId', 'orderId', 'deliveryId', 'fileId']
  const given = { enumerable: true, configurable: true, value: '' }
  for (const method of methodsIn([groups, jobMethods])) {
    const made = method(path)
    if (made instanceof Promise) await made.catch(() => {})
  }
  for (const make of [exports.products, exports.orders, exports.catalogueChanges, exports.catalogueClashes] as const) {
    const made: Partial<ReturnType<typeof exports.products>> = make({} as never)
    await Promise.allSettled([made.text?.(), made.start?.(), made.preview?.(), made.estimate?.()])
  }
  await file({ id: '{id}', files: [{ id: '{fileId}' }] } as never).text()
  const addresses = new Set([...called].map((one) => decodeURIComponent(one.replace(/\?.*/, ''))))
  // A spreadsheet that is written while the caller waits, and the stream that `events.listen` reads.
  const others = ['export.orders.sheet', 'profile.events.listen']
  const missing = Object.entries(operations).filter(([name, one]) => !others.includes(name) && !addresses.has(`${one.method} ${one.path}`))
  expect(missing.map(([name]) => name)).toEqual([])
})

test('every list with pages is read to its end', () => {
  const fieldsOf = (input: z.ZodType | null) => (input ? z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties : {})
  const paged = endpoints.filter(({ input, isDownload }) => !isDownload && 'cursor' in (fieldsOf(input) ?? {}))
  expect(Object.keys(lists).toSorted()).toEqual(paged.map(({ path }) => path).toSorted())
})

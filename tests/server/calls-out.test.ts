// Which calls wait for a shop or for Google: the list that the client sends alone is what the procedures declare.
import { expect, test } from 'vitest'
import { callsOut } from '#shared/calls-out.ts'
import { endpoints } from '#server/http/endpoints.ts'

test('the client’s list names the procedures that call out, and no others; downloads come over REST alone', () => {
  const declared = endpoints.filter((endpoint) => endpoint.callsOut && !endpoint.isDownload).map(({ path }) => path)
  expect(declared.toSorted()).toEqual(callsOut)
})

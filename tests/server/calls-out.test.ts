// The client sends calls that wait for a shop or for Google alone, outside of batches. Its list of them equals what the procedures declare.
import { expect, test } from 'vitest'
import { callsOut } from '#shared/calls-out.ts'
import { endpoints } from '#server/http/endpoints.ts'

test('the client’s list names the procedures that call out, and no others; downloads come over REST alone', () => {
  const declared = endpoints.filter((endpoint) => endpoint.callsOut && !endpoint.isDownload).map(({ path }) => path)
  expect(declared.toSorted()).toEqual(callsOut)
})

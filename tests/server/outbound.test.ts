// Which hosts the operator's list allows: names in any case, with the port that is meant where the address leaves it out.
import { expect, test } from 'vitest'
import { eventMessages } from '#shared/event-messages.ts'
import { machineClock } from '#server/platforms/clock.ts'
import { createOutbound } from '#server/webhooks/outbound.ts'

async function refusalsOf(trustedHosts: readonly string[], urls: readonly string[]) {
  const outbound = createOutbound({ trustedHosts, lookup: (_host, done) => done(null, []), clock: machineClock })
  const refusals = urls.map((url) => outbound.refusalOf(url))
  await outbound.close()
  return refusals
}

test('a listed port is also that of an address without one', async () => {
  expect(await refusalsOf(['storage:443'], ['https://storage/x', 'https://storage:443/x'])).toEqual([null, null])
  expect(await refusalsOf(['storage:80'], ['http://storage/x'])).toEqual([null])
  expect(await refusalsOf(['storage:443'], ['http://storage/x', 'https://storage:8443/x'])).toEqual([
    eventMessages.httpsNeeded,
    eventMessages.hostNotPublic,
  ])
})

test('capitals do not matter, and a host without a port allows all of its ports', async () => {
  expect(await refusalsOf(['Files.Internal'], ['http://files.internal/x', 'http://FILES.internal:8080/x'])).toEqual([null, null])
})

test('a host without a URL is read as one with a URL', async () => {
  const outbound = createOutbound({ trustedHosts: ['127.1:22'], lookup: (_host, done) => done(null, []), clock: machineClock })
  const hosts = ['sftp.example.com', 'xn--bcher-kva.example', '127.1', '0x7f.1', 'foo..bar']
  expect(hosts.map((host) => outbound.refusalOfHost(host, 2222))).toEqual([
    null,
    null,
    ...Array<string>(3).fill(eventMessages.hostNotPublic),
  ])
  expect(hosts.map((host) => outbound.refusalOf(`https://${host}/`))).toEqual([
    null,
    null,
    ...Array<string>(3).fill(eventMessages.hostNotPublic),
  ])
  expect(outbound.refusalOfHost('127.1', 22)).toBeNull()
  await outbound.close()
})

test('so it is for other protocols, also where the addresses are looked up', async () => {
  const outbound = createOutbound({ trustedHosts: ['SFTP:22'], lookup: (_host, done) => done(null, []), clock: machineClock })
  expect([outbound.refusalOfHost('Sftp', 22), outbound.refusalOfHost('sftp', 2222)]).toEqual([null, eventMessages.hostNotPublic])
  expect([outbound.lookupFor('Sftp', 22), outbound.lookupFor('sftp', 2222)]).toEqual([undefined, expect.any(Function)])
  await outbound.close()
})

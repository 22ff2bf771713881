// Malicious images that would overload the server: they are refused unread, or their decoding process is ended.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowances, consume, count } from '#server/throttle/throttle.ts'
import { imageMessages } from '#shared/image-messages.ts'
import { limits } from '#shared/limits.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const embed = (bytes: Uint8Array | string, type = 'svg+xml') => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
const save = (caller: Caller, avatar_url: string) => caller.rest('PUT', '/users/me/profile', { avatar_url })
const svg = (content: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200">${content}</svg>`
const square = '<rect width="9" height="9"/>'
const turbulence = '<feTurbulence numOctaves="100"/>'
/** Eleven levels of elements, each of which uses the next level ten times. */
const nested = Array.from({ length: 11 }, (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`).join('')

const hostile: [string, string][] = [
  ['a filter', svg(`<filter id="f">${turbulence.repeat(100)}</filter><rect width="200" height="200" filter="url(#f)"/>`)],
  ['a filter with a prefix', svg(`<s:filter xmlns:s="http://www.w3.org/2000/svg">${turbulence}</s:filter>`)],
  ['a filter function', svg('<rect width="9" height="9" filter="blur(50)"/>')],
  ['a filter in a style', svg('<rect style="filter:blur(50px)" width="9" height="9"/>')],
  ['a filter in a style, escaped', svg('<rect style="f&#105;lter:blur(50px)" width="9" height="9"/>')],
  ['a filter in a style, escaped for CSS', svg(String.raw`<style>rect{f\69 lter:blur(50px)}</style>${square}`)],
  ['a pattern', svg(`<pattern id="p" width="1" height="1">${square}</pattern>`)],
  ['a mask', svg(`<mask id="m">${square}</mask>`)],
  ['a marker', svg(`<marker id="m">${square}</marker>`)],
  ['nested uses', svg(`<defs><g id="l0">${square}</g>${nested}</defs><use href="#l11"/>`)],
  ['a use of a use', svg(`${square}<use id="a" xlink:href="#b"/><use xlink:href="#a"/>`)],
  ['foreign content', svg('<foreignObject><p>x</p></foreignObject>')],
  ['a picture elsewhere', svg('<image href="http://127.0.0.1/x.png" width="9" height="9"/>')],
  ['a file', svg('<image href="file:///etc/passwd" width="9" height="9"/>')],
  ['an SVG inside', svg(`<image href="${embed(svg(square))}" width="9" height="9"/>`)],
  ['a style elsewhere', svg('<style>@import url(http://127.0.0.1/x.css)</style>')],
  ['a fill elsewhere', svg('<rect width="9" height="9" fill="url(http://127.0.0.1/x.svg#a)"/>')],
  ['an entity', svg('&bomb;', '<!DOCTYPE svg [<!ENTITY bomb "<filter/>">]>')],
  ['another encoding', svg(square, '<?xml version="1.0" encoding="ISO-8859-1"?>')],
]

test.each(hostile)('an SVG with %s is refused unread', async (_, text) => {
  expect(await save(await world.signedIn('viewer'), embed(text))).toMatchObject({
    status: 400,
    body: { error: { code: 'IMAGE_REFUSED', message: imageMessages.svgTooComplex } },
  })
})

test('an SVG of more than 200 KB is refused', async () => {
  const answer = await save(await world.signedIn('viewer'), embed(svg(`<!--${'x'.repeat(limits.image.svgBytes)}-->${square}`)))
  expect(answer).toMatchObject({ status: 413, body: { message: imageMessages.svgTooLarge } })
})

const png = async () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: '#4f4fd8' } })
    .png()
    .toBuffer()
const harmless: [string, () => string | Promise<string>][] = [
  [
    'gradients and clips',
    () => `<defs><linearGradient id="g"><stop offset="0"/></linearGradient><clipPath id="c">${square}</clipPath></defs>
    <rect width="200" height="200" fill="url(#g)" clip-path="url('#c')"/>`,
  ],
  ['a path that is used twice', () => '<defs><path id="p" d="M0 0L9 9"/></defs><use href="#p"/><use xlink:href="#p" x="9"/>'],
  ['styles', () => '<style>rect{fill:#123;filter:none;mask:none}</style><rect width="9" height="9" color-interpolation-filters="sRGB"/>'],
  ['a picture inside', async () => `<image href="${embed(await png(), 'png')}" width="9" height="9"/>`],
  ['a link and a name', () => String.raw`<metadata>C:\Users\me: https://example.test</metadata><title>Pattern &amp; mask</title>${square}`],
]

test.each(harmless)('an SVG with %s is taken', async (_, content) => {
  const head =
    '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
  expect((await save(await world.signedIn('viewer'), embed(svg(await content(), head)))).status).toBe(200)
})

/** The running child processes of this process. */
const children = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap')

test('a picture that takes too long is ended with the process that reads it', async () => {
  const line = `<path id="p" d="M0 0${Array.from({ length: 12_000 }, (_, index) => `L${(index * 37) % 200} ${(index * 91) % 200}`).join('')}"/>`
  const slow = svg(`<defs>${line}</defs>${'<use href="#p"/>'.repeat(4_000)}`)
  const answer = save(await world.signedIn('viewer'), embed(slow))
  await expect.poll(children).toHaveLength(1)
  expect(await answer).toMatchObject({ status: 400, body: { error: { code: 'IMAGE_REFUSED', message: imageMessages.tooSlow } } })
  await expect.poll(children).toHaveLength(0)
})

test('pictures are read one at a time; a few wait, and the rest is turned away', async () => {
  const picture = embed(await png(), 'png')
  const people = await Promise.all(Array.from({ length: limits.imageProcess.waiting + 3 }, () => world.signedIn('viewer')))
  const answers = await Promise.all(people.map((person) => save(person, picture)))
  const turnedAway = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.imageProcess.waiting + 1)
  expect(turnedAway).toHaveLength(2)
  expect(turnedAway[0]).toMatchObject({ headers: { 'retry-after': '5' }, body: { error: { code: 'OVERLOADED' } } })
  // Only pictures that were read count against their person's allowance.
  for (const [index, { userId }] of people.entries()) {
    const { over } = await count(world.deps, { ...allowances.picturesBy, max: 1 }, userId)
    expect(over).toBe(answers[index]?.status === 200 ? 1 : 0)
  }
})

test('a person has so many pictures an hour', async () => {
  const email = 'painter@world.test'
  const userId = await world.person({ email, assignments: [] })
  const saveOne = async () => save(world.caller((await world.signIn(email)).token), embed(svg(square)))
  for (let used = 0; used < limits.image.perHour; used += 1) await consume(world.deps, allowances.picturesBy, userId)
  expect(await saveOne()).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
  world.clock.now += 3_600_000
  expect((await saveOne()).status).toBe(200)
})

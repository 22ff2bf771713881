// npm run docs:pictures: takes the pictures of the README (docs/products.png) and of the guides (docs/guides/pictures) of the current demo.
// PORT and SANDBOX_PORT set the ports of this demo, so that another one can run at the same time. Names of pictures after `--` take only those.
import { existsSync, writeFileSync } from 'node:fs'
import { chromium, type Locator, type Page } from 'playwright'
import sharp from 'sharp'
import { ensureChromium } from './ensure-chromium.ts'
import { signInToDemo, startOwnDemo } from './own-demo.ts'
import { guidePictures, showProducts } from './guides/pictures.ts'

const folder = 'docs/guides/pictures'
const viewport = { width: 1440, height: 860 }
/** Texts stay sharp, and a picture has at most 100 KB. */
const webp = { quality: 75, effort: 6 }
const { PORT: port = '3290', SANDBOX_PORT: sandboxPort = '4290' } = process.env
const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)

const fileOf = (name: string) => `${folder}/${name}.webp`

/** The guides are not built, so no demo starts, while one of their pictures is missing. A new one is a white point until it is taken. */
async function placeMissing() {
  const point = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
  for (const file of ['products', ...guidePictures.map(({ name }) => name)].map(fileOf))
    if (!existsSync(file)) writeFileSync(file, await point.clone().webp().toBuffer())
}

const marginBelow = 10

/** @param end what the picture ends below */
async function take(name: string, shown: Page | Locator, end?: Locator) {
  const file = fileOf(name)
  const picture = sharp(await shown.screenshot({ animations: 'disabled' }))
  if (end && 'boundingBox' in shown) {
    const [whole, last] = [await shown.boundingBox(), await end.boundingBox()]
    if (!whole || !last) throw new Error(`${name}: a part of the picture is not visible`)
    const { width, height } = await picture.metadata()
    const kept = Math.round(((last.y + last.height + marginBelow - whole.y) * width) / whole.width)
    picture.extract({ left: 0, top: 0, width, height: Math.min(height, kept) })
  }
  writeFileSync(file, await picture.webp(webp).toBuffer())
  console.log(`${file} is taken`)
}

await placeMissing()
const executablePath = ensureChromium()
await using demo = await startOwnDemo(port, sandboxPort)
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
const browser = await chromium.launch({ executablePath })
const looks = { viewport, locale: 'en-US', timezoneId: 'UTC', colorScheme: 'light', reducedMotion: 'reduce' } as const
try {
  if (isWanted('products')) {
    const page = await browser.newPage(looks)
    await signInToDemo(page, demo.url)
    await showProducts(page, demo.url)
    await page.screenshot({ path: 'docs/products.png' })
    await take('products', page)
    await page.close()
  }
  for (const { name, show, end } of guidePictures.filter((one) => isWanted(one.name))) {
    // Parts of a screen are shown at their own size, so they need twice the pixels on fine screens.
    const page = await browser.newPage({ ...looks, deviceScaleFactor: 2 })
    await signInToDemo(page, demo.url)
    const shown = await show(page, demo.url, sandboxUrl)
    await take(name, shown, end?.(shown))
    await page.close()
  }
} finally {
  await browser.close()
}

import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { guidesHome } from '#shared/guides.ts'
import { coloursFor } from './colours.ts'
import { layout } from './layout.ts'
import { pages, startPage, type Page } from './pages.ts'
import { render, type PictureSize, type Rendered } from './render.ts'

export const builtGuides = 'dist/docs'
const fonts = 'client/fonts'
const pictures = 'docs/guides/pictures'

const notFound: Rendered = {
  title: 'No such page',
  heading: '<h1>No such page</h1>',
  headings: [],
  copied: [],
  html: '<p>There is no guide at this address. Please choose one of those below or beside this text.</p>',
}

function target(path: string): string {
  const whole = join(builtGuides, path)
  mkdirSync(dirname(whole), { recursive: true })
  return whole
}

/** Writes a file of text with the copies that the server sends to browsers that take them. */
function writeText(path: string, text: string) {
  const whole = target(path)
  writeFileSync(whole, text)
  writeFileSync(`${whole}.br`, brotliCompressSync(text))
  writeFileSync(`${whole}.gz`, gzipSync(text))
}

/** The style sheet with the app's colours. Returns its address, which changes with the content. */
function writeStyle(): string {
  const own = readFileSync(fileURLToPath(new URL('style.css', import.meta.url)), 'utf8')
  const faces = readFileSync(join(fonts, 'inter.css'), 'utf8').replaceAll("url('./", "url('fonts/")
  const style = `${faces}\n${coloursFor(own)}\n${own}`
  writeText('style.css', style)
  for (const name of readdirSync(fonts).filter((file) => file.endsWith('.woff2')))
    copyFileSync(join(fonts, name), target(join('fonts', name)))
  return `${guidesHome}/style.css?v=${createHash('sha256').update(style).digest('hex').slice(0, 12)}`
}

async function pictureSizes(): Promise<Map<string, PictureSize>> {
  const sizes = new Map<string, PictureSize>()
  for (const name of readdirSync(pictures)) {
    const { width, height } = await sharp(join(pictures, name)).metadata()
    sizes.set(`${pictures}/${name}`, { width, height })
  }
  return sizes
}

/** The file that a page is written into, below the folder of all pages. */
const fileOf = ({ address }: Page) => (address === startPage.address ? 'index.html' : `${address.replace(`${guidesHome}/`, '')}.html`)

/** Renders the guides and their reference into `builtGuides`, for the server. Throws if a link or a picture leads nowhere. */
export async function buildGuides() {
  rmSync(builtGuides, { recursive: true, force: true })
  const sizes = await pictureSizes()
  const sizeOf = (file: string) => {
    const size = sizes.get(file)
    if (!size) throw new Error(`There is no picture ${file}`)
    return size
  }
  const rendered = new Map(pages.map((page) => [page, render(page, readFileSync(page.file, 'utf8'), sizeOf)]))
  const titles = new Map([...rendered].map(([page, { title }]) => [page, title]))
  const assets = { style: writeStyle(), font: `${guidesHome}/fonts/inter-basic.woff2` }
  for (const [page, content] of rendered) {
    writeText(fileOf(page), layout(page, content, titles, assets))
    for (const file of content.copied) {
      if (file.startsWith(pictures)) copyFileSync(file, target(file.replace('docs/guides/', '')))
      else writeText(`files/${file.replace(/^\./, '')}.txt`, readFileSync(file, 'utf8'))
    }
  }
  writeText('not-found.html', layout(null, notFound, titles, assets))
}

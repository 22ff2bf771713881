/** The name of the event that a part of the program could not be loaded. */
export const partFailed = 'partfailed'

/** The files of the program that this page has, or is loading. One that failed is missing, so it is loaded again. */
const files = new Map<string, Promise<void>>()

/** Those that the page began to load before this program, without which it would not have begun. */
for (const element of document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
  'script[src], link[rel=modulepreload], link[rel=stylesheet]',
))
  files.set('src' in element ? element.src : element.href, Promise.resolve())

/** The server has no such file. In the words of a browser, by which the router knows a part that is missing. */
export class PartMissing extends TypeError {
  constructor(url: string) {
    super(`Failed to fetch dynamically imported module: ${url}`)
  }
}

/** Puts a file into the browser's cache, from which it is taken after that. */
async function fetchFile(url: string) {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new PartMissing(url)
}

function addStyle(url: string) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = url
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new TypeError(`Failed to fetch ${url}`))
    })
    document.head.append(link)
  })
}

async function loadFile(url: string) {
  try {
    await fetchFile(url)
    if (url.endsWith('.css')) await addStyle(url)
  } catch (error) {
    files.delete(url)
    throw error
  }
}

function fileOnce(path: string): Promise<void> {
  const { href } = new URL(path, import.meta.url)
  const file = files.get(href) ?? loadFile(href)
  files.set(href, file)
  return file
}

/**
 * Takes the place of Vite's helper around each dynamic import; see scripts/part-loader.ts. Loads the files of a part before it is imported:
 * Chromium, at least up to version 150, remembers a failed import for as long as the page is open, and never asks the server again.
 * `paths`: from the root of the site. Rejects with the error, and tells the window of it by `partFailed`.
 */
export async function loadPart<Part>(importPart: () => Promise<Part>, paths: readonly string[] = []): Promise<Part> {
  try {
    await Promise.all(paths.map((path) => fileOnce(`/${path}`)))
    return await importPart()
  } catch (error) {
    dispatchEvent(new Event(partFailed))
    throw error
  }
}

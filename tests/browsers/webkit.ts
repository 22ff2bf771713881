import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Builder, By, Capabilities, Key as Keys, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../scripts/free-port.ts'
import { fileField, windowSize, type Driver, type DriverOptions, type Key } from './driver.ts'
import { startFirstScript } from './first-script.ts'

const keys: Record<Key, string> = { Enter: Keys.ENTER, Escape: Keys.ESCAPE, ArrowDown: Keys.ARROW_DOWN }
const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const environmentOf = (folder: string, display: string) => ({
  ...process.env,
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_CACHE_HOME: join(folder, 'cache'),
  XDG_DATA_HOME: join(folder, 'data'),
  DISPLAY: display,
  GDK_BACKEND: 'x11',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  // WebKit's own sandbox does not work as root, and the pages are ours.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
})

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}

/** A virtual screen, because the browser has no headless mode. */
async function startDisplay() {
  const { width, height } = windowSize
  const args = ['-displayfd', '3', '-screen', '0', `${width}x${height + 100}x24`, '-nolisten', 'tcp']
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = (await once(createInterface(child.stdio[3] as Readable), 'line')) as [string]
  return { name: `:${number}`, [Symbol.asyncDispose]: () => stop(child) }
}

/** Disables animations, and sets the download folder. */
async function configure(folder: string) {
  await mkdir(join(folder, 'config', 'gtk-3.0'), { recursive: true })
  await writeFile(join(folder, 'config', 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=false\n')
  await writeFile(join(folder, 'config', 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${join(folder, 'downloads')}"\n`)
}

/** The service does not report when it begins to listen. */
async function untilListening(server: string) {
  while (
    !(await fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 50))
}

async function connect(server: string, args: readonly string[]): Promise<WebDriver> {
  const options = { binary: miniBrowser, args: ['--automation', ...args] }
  const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
  const driver = await new Builder().usingServer(server).withCapabilities(capabilities).build()
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...windowSize })
  return driver
}

/** Starts WebKitGTK's MiniBrowser on a separate screen and drives it over WebDriver. */
export async function startWebKit({ folder, firstScript }: DriverOptions): Promise<Driver> {
  await using started = new AsyncDisposableStack()
  await configure(folder)
  const display = started.use(await startDisplay())
  const proxy = started.use(await startFirstScript(firstScript))
  const port = await freePort()
  const service = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env: environmentOf(folder, display.name) })
  started.defer(() => stop(service))
  const server = `http://127.0.0.1:${port}`
  await untilListening(server)
  const driver = await connect(server, [`--proxy=http://127.0.0.1:${proxy.port}`])
  started.defer(() => driver.quit())
  const parts = started.move()
  return {
    open: (url) => driver.get(url),
    run: (expression) => driver.executeScript(`return ${expression}`),
    click: ({ x, y }) => driver.actions().move({ x, y, duration: 0 }).click().perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    attach: (file) => driver.findElement(By.css(fileField)).sendKeys(file),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    complaints: () => proxy.complaints,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

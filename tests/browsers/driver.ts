// What a browser's driver has to do. Everything else is asked of the page itself, in the same way in every browser.

export type Engine = 'chromium' | 'firefox' | 'webkit'

/** Where the middle of an element lies in the window, in CSS pixels. */
export type Point = { x: number; y: number }

export type Key = 'Enter' | 'Escape' | 'ArrowDown'

/** A browser of its own with one page, started anew and without a profile. */
export type Driver = {
  /** Goes to an address and waits until it is loaded. */
  open(url: string): Promise<void>
  /** Runs an expression in the page. Its value, awaited, must fit into JSON. */
  run(expression: string): Promise<unknown>
  /** Moves the pointer there and clicks. */
  click(point: Point): Promise<void>
  /** Types a text, key by key, into what has the focus. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Chooses a file in the page's file field. */
  attach(file: string): Promise<void>
  /** The window as it is drawn, as a PNG. */
  picture(): Promise<Uint8Array>
  /** What the page has complained of so far: errors on the console, exceptions, broken content policies, a dropped focus. */
  complaints(): readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

export type DriverOptions = {
  /** An empty folder for all that the browser writes. Downloads go into `downloads` in it. */
  folder: string
  /** Runs in each page, before everything else. */
  firstScript: string
}

export const fileField = 'input[type=file]'
export const windowSize = { width: 1440, height: 900 }

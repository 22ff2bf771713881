// The interface of a browser's driver. Every other query runs in the page itself, in the same way in every browser.

export type Engine = 'chromium' | 'firefox' | 'webkit'

/** The centre of an element in the window, in CSS pixels. */
export type Point = { x: number; y: number }

export type Key = 'Enter' | 'Escape' | 'ArrowDown'

/** A separate browser process with one page and a fresh profile. */
export type Driver = {
  /** Opens an address and waits until it is loaded. */
  open(url: string): Promise<void>
  /** Runs an expression in the page. Its value, once it resolves, must fit into JSON. */
  run(expression: string): Promise<unknown>
  /** Moves the pointer to the point and clicks. */
  click(point: Point): Promise<void>
  /** Types a text key by key into the focused element. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Chooses a file in the page's file field. */
  attach(file: string): Promise<void>
  /** A screenshot of the window as PNG. */
  picture(): Promise<Uint8Array>
  /** The page's faults so far: console errors, exceptions, violations of the content policy, a dropped focus. */
  complaints(): readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

export type DriverOptions = {
  /** An empty folder for the browser's files. Downloads go into its `downloads`. */
  folder: string
  /** A script that runs in each page before all others. */
  firstScript: string
}

export const fileField = 'input[type=file]'
export const windowSize = { width: 1440, height: 900 }

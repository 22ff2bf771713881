// The part of a test that runs in the page, identical in every browser. It finds elements as people do: by role and name or by label.
import type * as TestingLibrary from '@testing-library/dom'
import type { Point } from './driver.ts'

/** A role with its name, or a field by its label. A string is the whole name; a pattern may match a part. */
export type Target = ({ role: string; name?: string | RegExp } | { label: string }) & {
  /** Searches only inside this element. */
  within?: Target | undefined
  /** The index among several matches; negative counts from the end. Without it, there must be exactly one match. */
  at?: number
}

/** The current state of an element. */
export type Seen = {
  text: string
  value: string
  isFocused: boolean
  isChecked: boolean
  isDisabled: boolean
  x: number
  y: number
  width: number
  height: number
  /** The width of its text. */
  textWidth: number
}

export type Probe = {
  look(target: Target): Seen[]
  /** Scrolls to the element, waits until it stops moving, and returns a point for the click. Throws if another element covers it. */
  pointOf(target: Target): Promise<Point>
  /** Focuses the field and selects its text, so that typing replaces it. */
  enter(target: Target): void
  /** The text of the selected option. */
  choiceOf(target: Target): string
}

declare const TestingLibraryDom: typeof TestingLibrary

/** Sends a pattern to the page as its source. */
export const written = (target: Target): string =>
  JSON.stringify(target, (_, value: unknown) => (value instanceof RegExp ? { pattern: value.source } : value))

/** Runs in the page after @testing-library/dom is loaded. */
export function installProbe() {
  type Sent = { role?: string; name?: string | { pattern: string }; label?: string; within?: Sent; at?: number }

  const nameOf = (name: Sent['name']) => (typeof name === 'object' ? new RegExp(name.pattern) : name)
  const labelOf = (field: HTMLInputElement) =>
    field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent.replace(/\s*\*$/, '') ?? ''
  const isShown = (element: Element) => element.getClientRects().length > 0

  function find({ role, name, label, within, at }: Sent): HTMLElement[] {
    const places = within ? find(within) : [document.body]
    const wanted = nameOf(name)
    const found = places.flatMap((place) =>
      role === undefined
        ? [...place.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
            (field) => isShown(field) && labelOf(field) === label,
          )
        : TestingLibraryDom.queryAllByRole(place, role, wanted === undefined ? {} : { name: wanted }),
    )
    return at === undefined ? found : found.slice(at, at === -1 ? undefined : at + 1)
  }

  function one(target: Sent): HTMLElement {
    const found = find(target)
    const [element] = found
    if (element === undefined || found.length > 1) throw new Error(`${found.length} of ${JSON.stringify(target)}`)
    return element
  }

  function textWidthOf(element: HTMLElement): number {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let width = 0
    while (words.nextNode() !== null) {
      const range = document.createRange()
      range.selectNode(words.currentNode)
      width += range.getBoundingClientRect().width
    }
    return width
  }

  function seen(element: HTMLElement): Seen {
    const { x, y, width, height } = element.getBoundingClientRect()
    const field = element as HTMLInputElement
    return {
      text: element.innerText.trim(),
      value: String(field.value ?? ''),
      isFocused: element === document.activeElement,
      isChecked: field.checked || element.getAttribute('aria-checked') === 'true',
      isDisabled: Boolean(field.disabled) || element.getAttribute('aria-disabled') === 'true',
      x,
      y,
      width,
      height,
      textWidth: textWidthOf(element),
    }
  }

  /** A switch is drawn by its label, because its checkbox has no size. */
  function drawn(element: HTMLElement): HTMLElement {
    const { width, height } = element.getBoundingClientRect()
    return width * height > 1 ? element : ((element as HTMLInputElement).labels?.[0] ?? element)
  }

  const middleOf = (shape: HTMLElement): Point => {
    const { x, y, width, height } = shape.getBoundingClientRect()
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }

  /** Menus are drawn before they reach their position. On a busy machine, that takes longer than a few frames. */
  const whileItMayMove = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100))

  async function pointOf(target: Sent): Promise<Point> {
    const element = one(target)
    if (seen(element).isDisabled) throw new Error(`${JSON.stringify(target)} is disabled`)
    const shape = drawn(element)
    shape.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const before = middleOf(shape)
    await whileItMayMove()
    const point = middleOf(shape)
    if (point.x !== before.x || point.y !== before.y) throw new Error(`${JSON.stringify(target)} moves`)
    const hit = document.elementFromPoint(point.x, point.y)
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    if (hit === null || ![shape, ...labels].some((own) => own.contains(hit)))
      throw new Error(`${hit?.outerHTML.slice(0, 200)} is over ${JSON.stringify(target)}`)
    return point
  }

  // Leaving a page aborts its pending loads, which is not a fault.
  let isLeft = false
  addEventListener('beforeunload', () => {
    isLeft = true
  })
  // Drivers pass on plain text only.
  const { error } = console
  console.error = (...words: unknown[]) => {
    if (!isLeft) error(words.map(String).join(' '))
  }

  const probe = {
    look: (target: Sent) => find(target).map(seen),
    pointOf,
    enter(target: Sent) {
      const field = one(target) as HTMLInputElement
      field.focus()
      if (/^(text|email|password|search|url|tel)$/.test(field.type)) field.select()
    },
    choiceOf: (target: Sent) => (one(target) as HTMLSelectElement).selectedOptions[0]?.text ?? '',
  }
  Object.assign(window, { probe })
}

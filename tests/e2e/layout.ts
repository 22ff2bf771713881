import type { Locator } from '@playwright/test'

/**
 * The layout of a part of the page as indented text: which elements are beside and below each other in visual order, and which are cut off,
 * covered, outside of the page or broken into several lines. Without sizes and positions, so that another font or browser changes nothing.
 * Digits become zeros and names of months `Mon`, so that similar data gives the same text.
 */
export const layoutOf = (part: Locator): Promise<string> => part.evaluate(describeLayout)

/** Runs in the page, and so uses only its own code. */
function describeLayout(root: Element): string {
  type Box = { left: number; top: number; right: number; bottom: number }
  /** `shown`: the part of the box that is not scrolled out of view. */
  type Leaf = { box: Box; shown: Box; element: Element; line: string }
  type Block = { box: Box; head: string; children: Part[] }
  type Part = Leaf | Block

  /** The tolerance for rounding, touching borders, and letters that extend beyond their line. */
  const slack = 2
  /** The number of similar rows shown of a list or table. */
  const shownRows = 2
  const longText = 40
  const controls = 'button, a[href], input, select, textarea, [role="tab"], [role="switch"]'
  const leaves: Leaf[] = []

  const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom })
  const around = (boxes: readonly Box[]): Box => ({
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  })
  const masked = (text: string) =>
    text
      .trim()
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\d[\d,.]*/g, '0')
      .replaceAll(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, 'Mon')
      .replaceAll(/\b[AP]M\b/g, 'AM')
  const short = (text: string) => (text.length > longText ? `${text.slice(0, longText)}…` : text)

  function isSeen(element: Element): boolean {
    // What a closed <details> hides still has a box.
    const isHidden = element.matches('details:not([open]) > :not(summary)')
    const { width, height } = element.getBoundingClientRect()
    const { visibility, display, opacity, clipPath } = getComputedStyle(element)
    // Text for screen readers only has a size of one pixel.
    return (
      !isHidden &&
      (display === 'contents' || (visibility === 'visible' && opacity !== '0' && clipPath !== 'inset(50%)' && width > 1 && height > 1))
    )
  }

  /** Cut off by a box that does not scroll, or outside of the page. */
  function isCut(box: Box, from: Element): boolean {
    for (let one: Element | null = from; one && one !== document.documentElement; one = one.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(one)
      const edge = one.getBoundingClientRect()
      if (/auto|scroll/.test(overflowX + overflowY)) return false
      if (/hidden|clip/.test(overflowX) && (box.right > edge.right + slack || box.left < edge.left - slack)) return true
      if (/hidden|clip/.test(overflowY) && (box.bottom > edge.bottom + slack || box.top < edge.top - slack)) return true
      if (position === 'fixed') break
    }
    return box.right > document.documentElement.clientWidth + slack || box.left < -slack
  }

  /** The visible part of a text that is cut off. */
  function visible(box: Box, from: Element): Box {
    const seen = { ...box }
    for (let one: Element | null = from; one && !isScrolling(one); one = one.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(one).overflowX)) continue
      const edge = one.getBoundingClientRect()
      seen.left = Math.max(seen.left, edge.left)
      seen.right = Math.min(seen.right, edge.right)
    }
    return seen.left < seen.right ? seen : box
  }

  const isScrolling = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflow)

  function shownOf(box: Box, from: Element): Box {
    const shown = { ...box }
    for (let one: Element | null = from; one; one = one.parentElement) {
      if (!isScrolling(one)) continue
      const edge = one.getBoundingClientRect()
      shown.left = Math.max(shown.left, edge.left)
      shown.top = Math.max(shown.top, edge.top)
      shown.right = Math.min(shown.right, edge.right)
      shown.bottom = Math.min(shown.bottom, edge.bottom)
    }
    return shown
  }

  function textBoxes(node: Node): Box[] {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1).map(boxOf)
  }
  /** Text boxes at different heights are separate lines. */
  const linesOf = (boxes: readonly Box[]) =>
    boxes
      .toSorted((one, other) => one.top - other.top)
      .filter(({ top }, index, all) => index === 0 || top >= (all[index - 1]?.bottom ?? 0) - slack).length

  function leaf(element: Element, box: Box, name: string, text: readonly Box[]): Leaf {
    const flags = [
      ...(isCut(text.length > 0 ? around(text) : box, element) ? ['cut off'] : []),
      // Sentences may wrap anywhere.
      ...(name.length <= longText && linesOf(text) > 1 ? ['several lines'] : []),
    ]
    const made = { box, shown: shownOf(box, element), element, line: [name, ...flags].join(' | ') }
    leaves.push(made)
    return made
  }

  function controlLeaf(element: HTMLElement): Leaf {
    const kind = element.getAttribute('role') ?? (element instanceof HTMLInputElement ? element.type : element.localName)
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])].map(({ textContent }) => textContent).join(' ') : ''
    const name = element.getAttribute('aria-label') ?? (element.textContent.trim() || labels)
    const text = element.textContent.trim() ? textBoxes(element) : []
    return leaf(element, boxOf(element.getBoundingClientRect()), `${kind} "${short(masked(name))}"`, text)
  }

  function textLeaf(node: Node, parent: Element): Leaf[] {
    const text = masked(node.textContent ?? '')
    const boxes = textBoxes(node)
    return text && boxes.length > 0 ? [leaf(parent, visible(around(boxes), parent), `"${short(text)}"`, boxes)] : []
  }

  function arrangement(parts: readonly Part[]): string {
    const follows = (near: 'top' | 'left', far: 'bottom' | 'right') =>
      parts
        .toSorted((one, other) => one.box[near] - other.box[near])
        .every(({ box }, index, all) => {
          const before = all[index - 1]
          return !before || box[near] >= before.box[far] - slack
        })
    if (follows('top', 'bottom')) return 'below each other'
    return follows('left', 'right') ? 'beside each other' : 'in a grid'
  }

  const asSeen = (parts: readonly Part[], head: string) => {
    const near = head === 'beside each other' ? 'left' : 'top'
    return parts.toSorted((one, other) => one.box[near] - other.box[near] || one.box.left - other.box.left)
  }

  function partsOf(element: Element): Part[] {
    if (!isSeen(element) || element.getAttribute('aria-hidden') === 'true') return []
    if (element instanceof HTMLElement && element.matches(controls)) return [controlLeaf(element)]
    if (element.matches('img, progress, [role="progressbar"], [role="img"]'))
      return [leaf(element, boxOf(element.getBoundingClientRect()), 'picture', [])]
    const inner = [...element.children]
    // Names in a sentence belong to its text.
    if (inner.length > 0 && inner.every(({ localName }) => localName === 'bdi')) return textLeaf(element, element)
    const nodes = [...element.childNodes]
    const isRows = element.matches('tbody, ul, ol') && element.children.length > shownRows + 1
    const parts = nodes.flatMap((node) =>
      node instanceof Element ? partsOf(node) : node.nodeType === Node.TEXT_NODE ? textLeaf(node, element) : [],
    )
    // A scrolling element occupies its box only, whatever the size of its content.
    const clip = (box: Box) => (isScrolling(element) ? boxOf(element.getBoundingClientRect()) : box)
    if (parts.length < 2) return parts.map((part) => ({ ...part, box: clip(part.box) }))
    const head = arrangement(parts)
    const seen = asSeen(parts, head)
    return [
      {
        box: clip(around(seen.map(({ box }) => box))),
        head: isRows ? `${head}, and more` : head,
        children: isRows ? seen.slice(0, shownRows) : seen,
      },
    ]
  }

  /** Sticky and fixed elements cover others intentionally. */
  function layerOf(element: Element): Element | null {
    for (let one: Element | null = element; one; one = one.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(one).position)) return one
    return null
  }

  function covered({ element, shown }: Leaf): string {
    const layer = layerOf(element)
    // Elements inside a field, such as its clear button, also cover it intentionally.
    const isLaidOver = (one: Element) => one.closest('[data-position]') !== null
    const other = leaves.find((one) => {
      if (one.element.contains(element) || element.contains(one.element) || isLaidOver(one.element) || isLaidOver(element)) return false
      const width = Math.min(one.shown.right, shown.right) - Math.max(one.shown.left, shown.left)
      const height = Math.min(one.shown.bottom, shown.bottom) - Math.max(one.shown.top, shown.top)
      return width > 2 * slack && height > 2 * slack && layerOf(one.element) === layer
    })
    return other ? ` | overlaps ${other.line}` : ''
  }

  const written = (part: Part, depth: number): string[] =>
    'children' in part
      ? [`${'  '.repeat(depth)}${part.head}`, ...part.children.flatMap((child) => written(child, depth + 1))]
      : [`${'  '.repeat(depth)}${part.line}${covered(part)}`]
  return partsOf(root)
    .flatMap((part) => written(part, 0))
    .join('\n')
}

import { expect, type Locator, type Page } from '@playwright/test'

const longestWay = 120

/** The input of one person for one task, by mouse or by keyboard. A click and a key count one each; a text that the task gives counts one. */
export type CountedInput = {
  /** Opens an address, such as that of a link in a mail. */
  open(address: string): Promise<void>
  click(target: Locator): Promise<void>
  /** A field and its text, which count one together. */
  fill(target: Locator, text: string): Promise<void>
  /** A list of the system: opening it and choosing. */
  pick(target: Locator, option: string): Promise<void>
  press(key: string): Promise<void>
  /** Types a text into the element that has the focus. */
  type(text: string): Promise<void>
  /** Presses a key until an element has the focus. */
  moveTo(target: Locator, key?: 'Tab' | 'Shift+Tab' | 'ArrowRight'): Promise<void>
  readonly count: number
}

export function countedInput(page: Page): CountedInput {
  let count = 0
  const counted = async (action: Promise<unknown>, steps = 1) => {
    count += steps
    await action
  }
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)
  return {
    open: (address) => counted(page.goto(address)),
    click: (target) => counted(target.click()),
    fill: (target, text) => counted(target.fill(text)),
    pick: (target, option) => counted(target.selectOption(option), 2),
    press: (key) => counted(page.keyboard.press(key)),
    type: (text) => counted(page.keyboard.type(text)),
    async moveTo(target, key = 'Tab') {
      await expect(target).toBeVisible()
      for (let steps = 0; steps < longestWay && !(await hasFocus(target)); steps += 1) await counted(page.keyboard.press(key))
      await expect(target).toBeFocused()
    },
    get count() {
      return count
    },
  }
}

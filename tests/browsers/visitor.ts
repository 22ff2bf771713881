import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Driver, Key } from './driver.ts'
import { written, type Probe, type Seen, type Target } from './probe.ts'

/** The file names of unfinished downloads. */
const unfinished = /\.(part|crdownload|wkdownload)$/

const patience = { timeout: 30_000, intervals: [50, 100, 200] }

/** A person's actions and observations on a page. Each waits until it is possible. */
export type Visitor = ReturnType<typeof visit>

export function visit(driver: Driver, origin: string, folder: string) {
  async function ask<Name extends keyof Probe>(name: Name, target: Target): Promise<Awaited<ReturnType<Probe[Name]>>> {
    return (await driver.run(`window.probe.${name}(${written(target)})`)) as Awaited<ReturnType<Probe[Name]>>
  }

  const until = (check: () => Promise<void>) => expect(check).toPass(patience)

  async function click(target: Target) {
    await until(async () => {
      await driver.click(await ask('pointOf', target))
    })
  }

  /** Expects exactly one such element, with these traits. */
  async function sees(target: Target, traits: Partial<Record<keyof Seen, unknown>> = {}) {
    await until(async () => expect(await ask('look', target)).toEqual([expect.objectContaining(traits)]))
  }

  return {
    open: (path: string) => driver.open(new URL(path, origin).href),
    click,
    /** Checks a box or a radio button. What arrives late may move it before the click lands, so it is clicked until it is checked. */
    async check(target: Target) {
      await until(async () => {
        const [before] = await ask('look', target)
        if (before?.isChecked === false) await driver.click(await ask('pointOf', target))
        expect(await ask('look', target)).toEqual([expect.objectContaining({ isChecked: true })])
      })
    },
    press: (key: Key) => driver.press(key),
    type: (text: string) => driver.type(text),
    sees,
    look: (target: Target) => ask('look', target),
    attach: (file: string) => driver.attach(file),
    picture: () => driver.picture(),
    run: (expression: string) => driver.run(expression),

    /** Expects `count` such elements, or at least one. */
    async seesSome(target: Target, count?: number) {
      await until(async () => {
        const { length } = await ask('look', target)
        if (count === undefined) expect(length).toBeGreaterThan(0)
        else expect(length).toBe(count)
      })
    },

    /** Replaces the text of a field. */
    async fill(target: Target, text: string) {
      await click(target)
      await ask('enter', target)
      await driver.type(text)
      await sees(target, { value: text })
    },

    /** Types a day such as 2026-01-31 into a date field, in the American order of its parts. */
    async fillDay(target: Target, day: string) {
      const [year, month, date] = day.split('-')
      await until(() => ask('enter', target))
      await driver.type(`${month}/${date}/${year}`)
      await sees(target, { value: day })
    },

    /** Selects an option by typing its text. */
    async choose(target: Target, option: string) {
      await until(async () => {
        await ask('enter', target)
        await driver.type(option)
        expect(await ask('choiceOf', target)).toBe(option)
      })
    },

    /** Focuses an element that Tab reaches. */
    async focus(target: Target) {
      await until(() => ask('enter', target))
      await sees(target, { isFocused: true })
    },

    /** The texts of all matching elements. */
    async texts(target: Target): Promise<string[]> {
      return (await ask('look', target)).map(({ text }) => text)
    },

    /** Waits until as many elements as before have other texts. */
    async changes(target: Target, before: readonly string[]) {
      await until(async () => {
        const now = (await ask('look', target)).map(({ text }) => text)
        expect(now).toHaveLength(before.length)
        expect(now).not.toEqual(before)
      })
    },

    async isAt(path: string | RegExp) {
      await until(async () =>
        expect(await driver.run('location.pathname + location.search')).toEqual(
          typeof path === 'string' ? path : expect.stringMatching(path),
        ),
      )
    },

    /** The only downloaded file, once it is complete. */
    async downloaded(): Promise<{ name: string; text: string }> {
      const downloads = join(folder, 'downloads')
      let file: { name: string; text: string } | undefined
      await until(async () => {
        const [name = '', ...others] = await readdir(downloads)
        expect(others).toEqual([])
        expect(name).not.toMatch(unfinished)
        file = { name, text: await readFile(join(downloads, name), 'utf8') }
        expect(file.text).not.toBe('')
      })
      if (!file) throw new Error('no file came')
      return file
    },
  }
}

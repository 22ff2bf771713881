// The tasks of a working day, by mouse and by keyboard alone: each takes as many clicks and keys as docs/working-day.md says.
import { readFileSync } from 'node:fs'
import { expect, test } from '#tests/support/playwright.ts'
import { countedInput } from './counted-input.ts'
import { signInAlone } from './people.ts'
import { withoutPictures } from './products-page.ts'
import { showOnly, tasks } from './working-day-tasks.ts'

const row = /^\| (?<name>.+?) +\| +(?<mouse>\d+) \| +(?<leastByMouse>\d+) \| +(?<keyboard>\d+) \| +(?<leastByKeyboard>\d+) \|$/gm
const documented = new Map(
  [...readFileSync('docs/working-day.md', 'utf8').matchAll(row)].map(({ groups }) => [groups?.['name'], groups] as const),
)

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-write'] })

test('the tasks are those of the document, and each takes at most 1.3 times the least possible', () => {
  expect([...documented.keys()]).toEqual(Object.keys(tasks))
  const ratio = (groups: Record<string, string> | undefined, way: string, least: string) => Number(groups?.[way]) / Number(groups?.[least])
  const above = [...documented].filter(
    ([, groups]) => Math.max(ratio(groups, 'mouse', 'leastByMouse'), ratio(groups, 'keyboard', 'leastByKeyboard')) > 1.3,
  )
  expect(above.map(([name]) => name)).toEqual([])
})

for (const [name, task] of Object.entries(tasks))
  for (const way of ['mouse', 'keyboard'] as const)
    test(`${name}, by ${way}`, async ({ page, rest, baseURL }) => {
      test.slow()
      const input = countedInput(page)
      const origin = String(baseURL)
      const world = { jobs: [] }
      const start = { page, origin, input, world, rest: (method: string, path: string, body?: object) => rest('owner', method, path, body) }
      await withoutPictures(page)
      await signInAlone(page, origin)
      await task.prepare?.(start)
      await showOnly(page, world)
      await page.goto('/dashboard')
      await expect(page.getByRole('button', { name: /^Search or jump to/ })).toBeVisible()
      await expect(page.getByRole('heading', { name: /Active Stores|Welcome!/ })).toBeVisible()
      await task[way](start)
      await task.seen(start)
      expect(input.count).toBe(Number(documented.get(name)?.[way]))
    })

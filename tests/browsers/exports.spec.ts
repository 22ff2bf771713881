// Downloaded files, in every supported browser.
import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { expect, test } from './fixtures.ts'
import { signIn } from './signing-in.ts'
import { button, checkbox, columnheader, dialog, field, list, listitem, nth, radio, region, rowheader, tab } from './targets.ts'

const rowsOf = (text: string): string[][] => parse(text, { bom: true, record_delimiter: '\r\n' })

test('exports the selected products into a file', async ({ visitor }) => {
  await signIn(visitor, 'staff')
  await visitor.open('/products')
  const titles = rowheader(undefined, region('Products'))
  await visitor.seesSome(titles, 50)
  const chosen = (await visitor.texts(titles)).filter((_, index) => index === 1 || index === 2)
  // The first checkbox is the header's and selects the whole page.
  for (const at of [2, 3]) await visitor.click(nth(checkbox(undefined, region('Products')), at))
  await visitor.click(button('Export'))
  const form = dialog('Export products')
  await visitor.sees(radio('Selected (2)', form), { isChecked: true })
  await visitor.click(tab(/^Columns/, form))
  await visitor.click(button('Clear', form))
  await visitor.click(checkbox('Title', form))
  await visitor.click(checkbox('Vendor', form))
  await visitor.click(button('Start Export', form))
  const { name, text } = await visitor.downloaded()
  expect(name).toMatch(/^products_export_\d{4}-\d\d-\d\d\.csv$/)
  const [header, ...rows] = rowsOf(text)
  expect(header).toEqual(['Title', 'Vendor'])
  expect(new Set(rows.map(([title]) => title).filter((title) => title !== ''))).toEqual(new Set(chosen))
  await visitor.seesSome(form, 0)
  await visitor.sees(button('Export'), { isFocused: true })
})

test('makes a file in the background, says when it is there, and hands it out', async ({ visitor }) => {
  await signIn(visitor, 'admin')
  await visitor.open('/products')
  await visitor.click(button('Export'))
  const form = dialog('Export products')
  await visitor.check(checkbox('Export in the background', form))
  await visitor.fill(field('Max Items', form), '7')
  await visitor.click(button('Start Export', form))
  // It says that the job is created, and closes by itself after three seconds, which a slow machine may miss. tests/e2e reads it.
  await visitor.seesSome(form, 0)
  await visitor.click(button(/^My exports/))
  const newest = nth(listitem(undefined, list('My exports')), 0)
  await visitor.sees(newest, { text: expect.stringMatching(/Completed[\s\S]*7 of [\d,]+ products/) })
  await visitor.click(button('Download', newest))
  const { name, text } = await visitor.downloaded()
  expect(name).toMatch(/^products_export_.*\.csv$/)
  expect(rowsOf(text)[0]?.slice(0, 2)).toEqual(['Title', 'Seller Code'])
})

test('orders the columns of an export by the keyboard, keeps them as a template, and exports with it', async ({ visitor }) => {
  const template = `Flow ${randomUUID().slice(0, 8)}`
  await signIn(visitor, 'manager')
  await visitor.open('/orders')
  await visitor.seesSome(rowheader(undefined, region('Orders')), 50)
  await visitor.click(button('Export'))
  const form = dialog('Export orders')
  const available = region('Available columns', form)
  await visitor.click(button('Clear', available))
  for (const column of ['Total', 'Name', 'Email']) await visitor.click(checkbox(column, available))
  const handle = button('Reorder Total with the arrow keys', form)
  await visitor.focus(handle)
  await visitor.press('ArrowDown')
  await visitor.sees(handle, { isFocused: true })
  const headers = columnheader(undefined, form)
  const ordered = ['Name', 'Total', 'Email']
  await expect.poll(() => visitor.texts(headers)).toEqual(ordered)
  await visitor.click(button('Save Template', form))
  await visitor.sees(field('Template name', form), { isFocused: true })
  await visitor.type(template)
  await visitor.press('Enter')
  await visitor.sees(radio(template, form), { isChecked: true })
  await visitor.click(radio(/^Default columns/, form))
  await expect.poll(async () => (await visitor.texts(headers)).length).toBeGreaterThan(50)
  await visitor.click(radio(template, form))
  await expect.poll(() => visitor.texts(headers)).toEqual(ordered)
  await visitor.click(button('Start Export', form))
  const { name, text } = await visitor.downloaded()
  expect(name).toMatch(/\.csv$/)
  const [header, first] = rowsOf(text)
  expect([header, first?.[0]]).toEqual([ordered, expect.stringMatching(/^#/)])
})

// Stores and settings, in every supported browser.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { accept, choosePassword, invite } from '../e2e/people.ts'
import { silentShop } from '../e2e/shops.ts'
import { expect, test } from './fixtures.ts'
import { enterCredentials, signIn } from './signing-in.ts'
import { alert, button, dialog, field, heading, listitem, radio, region, status } from './targets.ts'

const ownPassword = 'a-long-password-of-their-own'

test('adds, tests, edits and deletes a store', async ({ visitor }) => {
  const name = `Flow ${randomUUID().slice(0, 8)}`
  await signIn(visitor, 'owner')
  await visitor.open('/stores')
  await visitor.click(button('Add Store'))
  const form = dialog('Add Store')
  await visitor.sees(field('Name', form), { isFocused: true })
  await visitor.type(name)
  await visitor.fill(field('Domain', form), silentShop())
  await visitor.fill(field('Access token', form), 'shpat_flow')
  await visitor.click(button('Add Store', form))
  await visitor.sees(alert(undefined, form), { text: expect.stringContaining('could not be reached') })
  await visitor.click(button('Save anyway', form))
  await visitor.seesSome(form, 0)
  await visitor.sees(listitem(name), { text: expect.stringContaining('Unreachable') })
  await visitor.click(button(/^Test/, listitem(name)))
  await visitor.sees(status(undefined, listitem(name)), { text: expect.stringContaining('could not be reached') })
  await visitor.click(button(`Edit ${name}`))
  await visitor.fill(field('Currency', dialog('Edit Store')), 'EUR')
  await visitor.click(button('Save', dialog('Edit Store')))
  await visitor.sees(button(`Edit ${name}`), { isFocused: true })
  await visitor.sees(listitem(name), { text: expect.stringContaining('EUR') })
  await visitor.click(button(`Delete ${name}`))
  await visitor.click(button('Delete', dialog()))
  await visitor.seesSome(listitem(name), 0)
  await visitor.sees(heading('Stores'), { isFocused: true })
})

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

// The title is ASCII: it names the picture's folder, and without a UTF-8 locale Chromium attaches no file from a non-ASCII path.
test('keeps the details, the picture and the theme of a person', async ({ visitor, request, baseURL }) => {
  const person = await invite(request, String(baseURL))
  await accept(String(baseURL), person)
  await choosePassword(request, String(baseURL), person, ownPassword)
  const file = test.info().outputPath('me.png')
  await writeFile(file, Buffer.from(png, 'base64'))
  await visitor.open('/login')
  await enterCredentials(visitor, person.email, ownPassword)
  await visitor.isAt('/dashboard')
  await visitor.open('/settings')
  const details = region('Your details')
  await visitor.fill(field('Full name', details), 'Nora New')
  await visitor.click(button('Save details', details))
  await visitor.sees(status(undefined, details), { text: 'Your details are saved.' })
  await visitor.attach(file)
  await visitor.sees(button('Remove picture'))
  await visitor.sees(region('Profile Picture'), { text: expect.not.stringContaining('Uploading') })
  await visitor.click(radio('Dark'))
  await visitor.sees(radio('Dark'), { isChecked: true, isDisabled: false })
  const theme = 'document.documentElement.dataset.mantineColorScheme'
  await expect.poll(() => visitor.run(theme)).toBe('dark')
  await visitor.open('/settings')
  await visitor.sees(field('Full name', details), { value: 'Nora New' })
  await visitor.sees(button('Remove picture'))
  expect(await visitor.run(theme)).toBe('dark')
})

// Signing in and out, and the team, in every supported browser.
import { randomUUID } from 'node:crypto'
import { startProductionServer } from '#tests/support/production-server.ts'
import { removeSecureContext } from '../e2e/oldest-browser.ts'
import { invite } from '../e2e/people.ts'
import { expect, test } from './fixtures.ts'
import { enterCredentials, signIn } from './signing-in.ts'
import { alert, button, dialog, field, group, heading, listitem, main, option, status } from './targets.ts'

const ownPassword = 'a-long-password-of-their-own'

test('signs in with the right password alone, and out', async ({ visitor }) => {
  await visitor.open('/login')
  await enterCredentials(visitor, 'viewer@demo.test', 'not-the-password')
  await visitor.sees(alert(), { text: 'Invalid email or password' })
  await enterCredentials(visitor, 'viewer@demo.test')
  await visitor.isAt('/dashboard')
  await visitor.click(button('Logout'))
  await visitor.isAt('/login')
  await visitor.sees(heading('Welcome back'))
})

test.describe('site data blocked', () => {
  test.use({ isStorageBlocked: true })

  test('signs in where site data is blocked', async ({ visitor }) => {
    expect(await visitor.run('(() => { try { return typeof localStorage } catch (error) { return error.name } })()')).not.toBe('object')
    await signIn(visitor, 'viewer')
  })
})

test('makes the first owner with the code that the server printed', async ({ visitor }) => {
  test.slow()
  await using server = await startProductionServer()
  await visitor.open(server.register)
  await visitor.fill(field('Email'), 'owner@new.test')
  for (const label of ['Password', 'Confirm password']) await visitor.fill(field(label), ownPassword)
  await visitor.press('Enter')
  await visitor.isAt('/login')
  await enterCredentials(visitor, 'owner@new.test', ownPassword)
  await visitor.isAt('/dashboard')
  await visitor.sees(main, { text: expect.stringContaining('No stores yet. Add your first store to get started.') })
})

test('invites somebody, copies the link, and the invitation is accepted', async ({ visitor }) => {
  const email = `${randomUUID()}@flow.test`
  await signIn(visitor, 'owner')
  await visitor.open('/users')
  await visitor.click(button('Invite User'))
  const form = dialog('Invite Team Member')
  await visitor.fill(field('Email', form), email)
  await visitor.fill(field('Full name', form), email)
  await visitor.choose(field('Role', form), 'Admin')
  await visitor.click(button('Send invitation', form))
  const invited = dialog('User invited')
  await visitor.sees(field('Invitation link', invited))
  const [{ value: link } = { value: '' }] = await visitor.look(field('Invitation link', invited))
  // As on a page without TLS, where only the old copy command can write to the clipboard.
  await visitor.run(`(${removeSecureContext.toString()})()`)
  await visitor.click(button('Copy', invited))
  await visitor.sees(button('Copied', invited))
  await visitor.click(button('OK', invited))
  await visitor.sees(button('Invite User'), { isFocused: true })
  await visitor.sees(listitem(email), { text: expect.stringContaining('Pending') })
  await visitor.click(button('Logout'))
  await visitor.isAt('/login')
  await visitor.open(link)
  await visitor.sees(status(), { text: expect.stringContaining('Invitation accepted!') })
  await visitor.isAt('/login')
})

test('gives somebody a second role', async ({ visitor, request, baseURL }) => {
  const { name } = await invite(request, String(baseURL))
  await signIn(visitor, 'owner')
  await visitor.open('/users')
  await visitor.click(button(`Edit: ${name}`))
  // As on a page without TLS.
  await visitor.run(`(${removeSecureContext.toString()})()`)
  const form = dialog('Edit Team Member')
  await visitor.click(button('Add role', form))
  const second = group('Assignment 2', form)
  await visitor.choose(field('Role', second), 'Staff')
  await visitor.click(field('Store', second))
  await visitor.type('Print')
  await visitor.seesSome(option('Print House'), 1)
  await visitor.press('ArrowDown')
  await visitor.press('Enter')
  await visitor.sees(field('Store', second), { value: 'Print House' })
  await visitor.click(button('Save', form))
  await visitor.seesSome(form, 0)
  await visitor.sees(button(`Edit: ${name}`), { isFocused: true })
  await visitor.sees(listitem(name), { text: expect.stringMatching(/Staff[\s\S]*Print House/) })
})

import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { failed } from '#tests/support/answer.ts'
import { always, nowAnswering, openScreen, sentTo } from './app.tsx'
import { madeMember } from './usual-answers.ts'

const ada = { ...madeMember('ada', 'Ada Lovelace', 'manager'), department: 'Analysis' }
const bo = { ...madeMember('bo', 'Bo', 'staff'), full_name: null, email_confirmed_at: null }
const cy = { ...madeMember('cy', 'Cy', 'staff'), is_active: false }
// Without mail, an administrator can hand over a password link.
const mail = { isSent: false, failingSince: null }
const team = always({ users: [madeMember('me', 'Me Myself', 'owner'), ada, bo, cy], mail })

const card = async (name: string) => within(await screen.findByRole('listitem', { name }))
const labels = async (name: string) => (await card(name)).queryAllByRole('button').map((button) => button.getAttribute('title'))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog'))

describe('list', () => {
  test('is searched here, by name, e-mail and department', async () => {
    await openScreen('/users', { as: 'owner', answers: { 'users.list': team } })
    const search = await screen.findByPlaceholderText('Search by name, email or department...')
    await card('Ada Lovelace')
    for (const [typed, found] of [
      ['lovelace', 'Ada Lovelace'],
      ['BO@', 'Unnamed'],
      ['analysis', 'Ada Lovelace'],
    ] as const) {
      await userEvent.clear(search)
      await userEvent.type(search, typed)
      const names = within(screen.getByRole('list', { name: 'Team members' })).getAllByRole('heading')
      expect(names.map(({ textContent }) => textContent)).toEqual([found])
    }
    await userEvent.type(search, ' nobody')
    expect(screen.getByText('No users found')).toBeVisible()
    await press('Show everybody')
    expect(search).toHaveValue('')
    expect(screen.queryByText('No users found')).toBeNull()
    expect(sentTo('users.list')).toHaveLength(1)
  })

  test('shows a spinner while it loads', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof team>>()
    await openScreen('/users', { as: 'owner', answers: { 'users.list': () => promise } })
    expect(await screen.findByRole('status', { name: 'Loading team members' })).toBeVisible()
    resolve(team())
    await card('Ada Lovelace')
  })

  test('says when it cannot be had', async () => {
    await openScreen('/users', {
      as: 'owner',
      answers: { 'users.list': () => failed(500, 'INTERNAL', 'Something went wrong on our side.') },
    })
    expect(await screen.findByRole('dialog')).toHaveTextContent('Failed to load users. Please refresh the page.')
    await userEvent.click(dialog().getByRole('button', { name: 'OK' }))
    nowAnswering({ 'users.list': team })
    await press('Retry')
    await card('Ada Lovelace')
  })

  test('gives way to Access Denied when the right is lost', async () => {
    await openScreen('/settings', { as: 'owner', answers: { 'users.list': () => failed(403, 'ACCESS_DENIED', 'Access denied.') } })
    await userEvent.click(await screen.findByRole('link', { name: 'Team' }))
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
    for (const text of [
      "You don't have permission to view the Users page...",
      'Required permission: users:read',
      'Minimum role: Admin or Owner',
    ])
      expect(screen.getByText(text)).toBeVisible()
    await press('Go Back')
    await waitFor(() => expect(window.location.pathname).toBe('/settings'))
  })
})

describe('actions', () => {
  test('go by the state of the person, and spare oneself', async () => {
    await openScreen('/users', { as: 'owner', answers: { 'users.list': team } })
    expect(await labels('Ada Lovelace')).toEqual([
      'Edit',
      'End sessions',
      'Reset second factor',
      'Password link',
      'Deactivate',
      'Delete permanently',
    ])
    expect(await labels('Unnamed')).toEqual(['Invite again', 'Edit', 'Delete permanently'])
    expect(await labels('Cy')).toEqual(['Edit', 'Reactivate', 'Delete permanently'])
    expect(await labels('Me Myself')).toEqual(['Edit'])
  })

  const loss = 'Their authenticator app, recovery codes and passkeys stop working.'
  test.each([
    ['Deactivate', 'deactivate this user?', 'Ada Lovelace', 'users.deactivate', 'deactivate user', {}],
    ['Reactivate', 'reactivate this user?', 'Cy', 'users.update', 'reactivate user', { is_active: true }],
    [
      'End sessions',
      'end all sessions of Ada Lovelace? They have to sign in again.',
      'Ada Lovelace',
      'users.endSessions',
      'end the sessions',
      {},
    ],
    [
      'Reset second factor',
      `reset the second factor of Ada Lovelace? ${loss}`,
      'Ada Lovelace',
      'users.resetSecondFactor',
      'reset the second factor',
      {},
    ],
    [
      'Delete permanently',
      'permanently delete Ada Lovelace? This action cannot be undone.',
      'Ada Lovelace',
      'users.remove',
      'delete user',
      {},
    ],
  ])('%s asks first, says why it fails, and loads the list anew', async (action, question, name, call, failure, change) => {
    await openScreen('/users', {
      as: 'owner',
      answers: { 'users.list': team, [call]: () => failed(409, 'CONFLICT', 'Somebody else was faster.') },
    })
    const open = async () => userEvent.click((await card(name)).getByRole('button', { name: `${action}: ${name}` }))
    await open()
    expect(await screen.findByRole('dialog')).toHaveTextContent(`Are you sure you want to ${question}`)
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentTo(call)).toEqual([])

    await open()
    const confirm = await screen.findByRole('button', { name: /^(Deactivate|Reactivate|Delete|End sessions|Reset)$/ })
    await userEvent.click(confirm)
    expect(await dialog().findByRole('alert')).toHaveTextContent(`Failed to ${failure}: Somebody else was faster.`)
    expect(sentTo(call)).toEqual([{ id: name === 'Cy' ? 'cy' : 'ada', ...change }])

    const before = sentTo('users.list').length
    nowAnswering({ [call]: always({ user: ada }) })
    await userEvent.click(confirm)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentTo('users.list')).toHaveLength(before + 1)
  })
})

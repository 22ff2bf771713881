// What a person chooses for themselves: shown at once, and sent to the server behind it.
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Answer } from '#tests/support/answer.ts'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { always, data, nowAnswering, openScreen, sentTo } from './app.tsx'
import { madeMember, profileOf } from './usual-answers.ts'

const layout = (density: 'compact' | 'normal' | 'roomy') => ({ jobs: { columns: [], density } })

/** Opens a table with its layout. The module is that of the opened page. */
async function open(answers = {}) {
  await openScreen('/jobs', { as: 'manager', answers: { 'export.jobs.list': always(jobList(madeJob())), ...answers } })
  const table = await screen.findByRole('table', { name: 'Jobs' })
  return { table, ...(await import('#client/session/list-layout.ts')) }
}

test('a profile that was on its way does not take back what was chosen meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const update = () => {
    nowAnswering({ 'profile.get': always({ ...profileOf('manager'), list_layouts: layout('compact') }) })
    return data({ user: {} })
  }
  const { table, changeLayout } = await open({ 'profile.update': update })
  const { retryAccess } = await import('#client/session/viewer.ts')
  nowAnswering({ 'profile.get': () => promise })
  act(() => void retryAccess())
  await expect.poll(() => sentTo('profile.get')).toHaveLength(2)
  act(() => changeLayout(layout('compact')))
  await expect.poll(() => sentTo('profile.update')).toHaveLength(1)
  await act(async () => resolve(data(profileOf('manager'))))
  await expect.poll(() => sentTo('profile.get')).toHaveLength(3)
  await expect.poll(() => table.dataset['density']).toBe('compact')
})

test('what one person chose is not sent in the name of the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const { changeLayout } = await open({
    'profile.update': () => promise,
    '/readyz': always({ status: 'ok' }),
    '/api/auth/sign-out': always({}),
    '/api/auth/sign-in/email': always({
      token: 'other',
      refresh_token: 'other',
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      user: { id: 'other', email: 'other@test.test' },
    }),
  })
  const { session } = await import('#client/session/session.ts')
  changeLayout(layout('compact'))
  changeLayout(layout('normal'))
  await expect.poll(() => sentTo('profile.update')).toHaveLength(1)
  await act(() => session.signOut())
  nowAnswering({ 'profile.get': always({ ...profileOf('manager'), user: madeMember('other', 'Other', 'manager') }) })
  await act(async () => void (await session.signIn({ email: 'other@test.test', password: 'a password' })))
  await act(async () => resolve(data({ user: {} })))
  // It is sent behind all that waited.
  changeLayout(layout('roomy'))
  await expect.poll(() => sentTo('profile.update').length).toBeGreaterThan(1)
  expect(sentTo('profile.update')).toEqual([{ list_layouts: layout('compact') }, { list_layouts: layout('roomy') }])
})

test('details are saved without those that were not changed here', async () => {
  await openScreen('/settings', { as: 'manager', answers: { 'profile.update': always({ user: {} }) } })
  const details = within(await screen.findByRole('region', { name: 'Your details' }))
  const save = async (name: string, text: string) => {
    await userEvent.clear(details.getByLabelText(name))
    await userEvent.type(details.getByLabelText(name), text)
    await userEvent.click(details.getByRole('button', { name: 'Save details' }))
  }
  await save('Full name', 'Nora New')
  expect(await details.findByText('Your details are saved.')).toBeVisible()
  await save('Department', 'Support')
  await expect.poll(() => sentTo('profile.update')).toEqual([{ full_name: 'Nora New' }, { department: 'Support' }])
})

test('a preference keeps its new value until the profile has it', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const before = { ...profileOf('manager'), email_notifications: false }
  await openScreen('/settings', { as: 'manager', answers: { 'profile.get': always(before), 'profile.update': always({ user: {} }) } })
  const mails = await screen.findByRole('switch', { name: 'Email me when my exports finish' })
  expect(mails).not.toBeChecked()
  const { keepAccessFresh } = await import('#client/session/viewer.ts')
  keepAccessFresh()
  nowAnswering({ 'profile.get': () => promise })
  await userEvent.click(mails)
  await expect.poll(() => sentTo('profile.get')).toHaveLength(2)
  expect(mails).toBeChecked()
  await act(async () => resolve(data({ ...before, email_notifications: true })))
  await waitFor(() => expect(mails).toBeEnabled())
  expect(mails).toBeChecked()
})

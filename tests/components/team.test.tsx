import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { failed } from '#tests/support/answer.ts'
import { madeStore } from '#tests/support/made-store.ts'
import { always, cutOff, label, nowAnswering, openScreen } from './app.tsx'
import { alpha, beta, madeMember } from './usual-answers.ts'

const team = {
  users: [madeMember('me', 'Me Myself', 'owner'), madeMember('sam', 'Sam Staff', 'staff')],
  mail: { isSent: true, failingSince: null },
}
const stores = [alpha, beta, madeStore({ id: 'c', name: 'Gamma' })]
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const press = async (place: { getByRole: typeof screen.getByRole }, name: string) => userEvent.click(place.getByRole('button', { name }))

describe('invite form', () => {
  async function openForm() {
    await openScreen('/users', { as: 'owner', answers: { 'users.list': always(team), 'stores.list': always({ stores }) } })
    await userEvent.click(await screen.findByRole('button', { name: 'Invite User' }))
    return dialog('Invite Team Member')
  }

  test('says how far the chosen stores reach, and forgets them with the role', async () => {
    const form = await openForm()
    const role = form.getByRole('combobox', { name: 'Role' })
    await userEvent.selectOptions(role, 'Staff')
    const all = form.getByRole('checkbox', { name: 'All Stores' })
    await userEvent.click(all)
    expect(form.getByText('User will have access to all stores')).toBeVisible()
    await userEvent.click(all)
    expect(form.getByText('Please select at least one store')).toBeVisible()
    for (const store of ['Alpha', 'Beta']) await userEvent.click(form.getByRole('checkbox', { name: store }))
    expect(form.getByText('User will have access to 2 store(s)')).toBeVisible()
    await userEvent.selectOptions(role, 'Viewer')
    expect(form.getByRole('checkbox', { name: 'Beta' })).not.toBeChecked()
    await userEvent.selectOptions(role, 'Admin')
    expect(form.queryByRole('group', { name: 'Stores' })).toBeNull()
  })

  test('stays open with what the server says, else its own sentence', async () => {
    const form = await openForm()
    nowAnswering({ 'users.invite': () => failed(409, 'CONFLICT', 'sam@test.test is a member already') })
    await userEvent.type(form.getByLabelText(label('Email')), 'sam@test.test')
    await userEvent.type(form.getByLabelText(label('Full name')), 'Sam')
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Role' }), 'Admin')
    await press(form, 'Send invitation')
    expect(await form.findByText('sam@test.test is a member already')).toBeVisible()
    nowAnswering({ 'users.invite': cutOff })
    await press(form, 'Send invitation')
    expect(await form.findByText('Failed to invite user')).toBeVisible()
  })
})

describe('edit form', () => {
  test('stays open with what the server says, else its own sentence', async () => {
    await openScreen('/users', { as: 'owner', answers: { 'users.list': always(team) } })
    await press(within(await screen.findByRole('listitem', { name: 'Sam Staff' })), 'Edit: Sam Staff')
    const editor = await dialog('Edit Team Member')
    nowAnswering({ 'users.update': () => failed(409, 'CONFLICT', 'Somebody else was faster.') })
    await press(editor, 'Save')
    expect(await editor.findByText('Somebody else was faster.')).toBeVisible()
    nowAnswering({ 'users.update': cutOff })
    await press(editor, 'Save')
    expect(await editor.findByText('Failed to update user')).toBeVisible()
  })
})

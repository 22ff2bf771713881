import { demoPassword } from '../../scripts/demo-data.ts'
import type { Visitor } from './visitor.ts'
import { field, heading } from './targets.ts'

type DemoRole = 'owner' | 'admin' | 'manager' | 'staff' | 'viewer'

/** Fills in the login form and submits it by the keyboard. */
export async function enterCredentials(visitor: Visitor, email: string, password = demoPassword) {
  await visitor.fill(field('Email'), email)
  await visitor.fill(field('Password'), password)
  await visitor.press('Enter')
}

/** Signs in as one of the demo's people, and stays on the dashboard. */
export async function signIn(visitor: Visitor, role: DemoRole) {
  await visitor.open('/login')
  await enterCredentials(visitor, `${role}@demo.test`)
  await visitor.sees(heading('Dashboard'))
}

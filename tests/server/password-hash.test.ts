// Password hashes: each contains its cost parameters, and an outdated one is replaced at the next sign-in.
import { hashPassword as hashFormer } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '#drizzle/schema.ts'
import { hashPassword, isUpToDate, verifyPassword } from '#server/auth/password-hash.ts'
import { authCall } from '#tests/support/auth-call.ts'
import { createWorld, password } from '#tests/support/world.ts'

test('a hash costs at least what OWASP asks for, and opens for its password alone', async () => {
  const hash = await hashPassword(password)
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{86}$/)
  expect(await verifyPassword({ hash, password })).toBe(true)
  expect(await verifyPassword({ hash, password: `${password}.` })).toBe(false)
  expect(isUpToDate(hash)).toBe(true)
  expect(isUpToDate(hash.replace('$32768$', '$16384$'))).toBe(false)
})

test('a hash of the former kind opens, and is replaced by it', async () => {
  await using world = await createWorld()
  const email = 'former@hash.test'
  const id = await world.person({ email })
  const { db } = world.deps.database
  const kept = async () => (await db.select().from(accounts).where(eq(accounts.userId, id)))[0]?.password ?? ''
  const former = await hashFormer(password)
  await db.update(accounts).set({ password: former }).where(eq(accounts.userId, id))
  expect((await authCall(world.app, '/sign-in/email', { email, password: 'not this' })).status).toBe(401)
  expect(await kept()).toBe(former)
  for (let times = 0; times < 2; times += 1) expect((await authCall(world.app, '/sign-in/email', { email, password })).status).toBe(200)
  expect(isUpToDate(await kept())).toBe(true)
})

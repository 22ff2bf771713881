import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verifyPassword as verifyFormer } from 'better-auth/crypto'
import { z } from 'zod'

type Cost = { N: number; r: number; p: number }
const derive = promisify<string, Buffer, number, Cost & { maxmem: number }, Buffer>(scrypt)

/**
 * One of the equivalent costs in OWASP's table of minimum costs. It takes as long as N=2^17 with p=1, but 32 MB instead of 128, because
 * several hashes are computed at a time.
 */
const cost = { N: 2 ** 15, r: 8, p: 3 }
const saltBytes = 16
const keyBytes = 64
const prefixOf = ({ N, r, p }: Cost) => `scrypt$${N}$${r}$${p}$`
const shape = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/
const Parts = z.tuple([z.string(), z.coerce.number(), z.coerce.number(), z.coerce.number(), z.string(), z.string()])

/** Normalized, so that composed and decomposed letters give the same password. */
const derivedFrom = (password: string, salt: Buffer, length: number, { N, r, p }: Cost) =>
  derive(password.normalize('NFKC'), salt, length, { N, r, p, maxmem: 256 * N * r })

/** `scrypt$N$r$p$salt$key`. A hash contains its own cost, so the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await derivedFrom(password, salt, keyBytes, cost)
  return `${prefixOf(cost)}${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Accepts our hashes, and older ones of better-auth (`salt:key`). */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const match = shape.exec(hash)
  if (!match) return verifyFormer({ hash, password })
  const [, N, r, p, salt, kept] = Parts.parse([...match])
  const expected = Buffer.from(kept, 'base64url')
  return timingSafeEqual(await derivedFrom(password, Buffer.from(salt, 'base64url'), expected.length, { N, r, p }), expected)
}

/** Whether the hash has the current cost. */
export const isUpToDate = (hash: string): boolean => hash.startsWith(prefixOf(cost))

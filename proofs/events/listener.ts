// Listeners: programs with the client package that are restarted, and raw ones that resume with Last-Event-ID.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { createClient } from '../../sdk/src/public.ts'

/** `isAfterRestart`: the first event after a restart of the program, which may have kept the place before it. */
export type Heard = { id: string; at: number; isAfterRestart: boolean }
export type Listener = { isOwner: boolean; heard: readonly Heard[]; refusals: readonly string[]; ended: Promise<void> }
type Call = { url: string; token: string; isOwner: boolean; signal: AbortSignal }

/** The place before every event. */
const beginning = '0'
const againMs = 500
const overloaded = 503
const restartChance = 0.02
const Named = z.object({ id: z.string() })

/** Messages count once they are whole: the id and the event of one arrive together. */
export function listenRaw({ url, token, isOwner, signal }: Call): Listener {
  const heard: Heard[] = []
  const refusals: string[] = []
  let place = beginning

  function take(message: string) {
    const lines = message.split('\n')
    const data = lines.find((line) => line.startsWith('data: '))
    if (data !== undefined) heard.push({ id: Named.parse(JSON.parse(data.slice(6))).id, at: Date.now(), isAfterRestart: false })
    place = lines.find((line) => line.startsWith('id: '))?.slice(4) ?? place
  }
  async function connection() {
    const headers = { authorization: `Bearer ${token}`, 'last-event-id': place }
    const { status, body } = await fetch(`${url}/api/v1/events`, { headers, signal })
    if (status !== 200) {
      // An overloaded server asks for another try, as every caller knows.
      if (status !== overloaded) refusals.push(String(status))
      return
    }
    let text = ''
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const messages = (text + chunk).split('\n\n')
      text = messages.pop() ?? ''
      messages.forEach(take)
    }
  }
  async function run() {
    while (!signal.aborted) {
      // A cut is expected, and what it loses shows.
      await connection().catch(() => {})
      await pause(Math.random() * againMs)
    }
  }
  return { isOwner, heard, refusals, ended: run() }
}

/** Sometimes the program ends after it has dealt with an event and before it has kept its place, and is started again. */
export function listenByClient({ url, token, isOwner, signal }: Call): Listener {
  const heard: Heard[] = []
  const refusals: string[] = []
  let place = beginning

  const onPlace = (next: string) => void (place = next)

  async function program() {
    let isAfterRestart = true
    for await (const { id } of createClient({ url, token }).events.listen({ after: place, onPlace, signal })) {
      heard.push({ id, at: Date.now(), isAfterRestart })
      isAfterRestart = false
      if (Math.random() < restartChance) return
    }
  }
  async function run() {
    while (!signal.aborted)
      await program().catch((error: unknown) => {
        if (!signal.aborted) refusals.push(String(error))
      })
  }
  return { isOwner, heard, refusals, ended: run() }
}

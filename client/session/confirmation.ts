import { needsConfirmation } from '#client/failure.ts'

type Asked = { answer: (isConfirmed: boolean) => void }

/** The one question to the person whether it is still them; `open` while it stands on the screen. */
function createConfirmation() {
  let open: Asked | null = null
  let answer: Promise<boolean> | undefined
  const listeners = new Set<() => void>()

  function show(asked: Asked | null) {
    open = asked
    for (const listener of listeners) listener()
  }

  /** Resolves to whether the person has proved who they are. However many calls ask at once, one question serves them all. */
  function ask(): Promise<boolean> {
    answer ??= new Promise<boolean>((resolve) => show({ answer: resolve })).finally(() => {
      answer = undefined
      show(null)
    })
    return answer
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  return { ask, subscribe, isOpen: () => open !== null, settle: (isConfirmed: boolean) => open?.answer(isConfirmed) }
}

export const confirmation = createConfirmation()

/** Sends a call; where it is answered REAUTHENTICATE, once more after the person has confirmed. Cancelled, it throws what was answered first. */
export async function whenConfirmed<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!needsConfirmation(error) || !(await confirmation.ask())) throw error
    return send()
  }
}

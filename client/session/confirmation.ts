import { needsConfirmation } from '#client/failure.ts'

type Asked = { answer: (isConfirmed: boolean) => void }

/** The single dialog in which the person confirms their identity. `open` is set while it is on the screen. */
function createConfirmation() {
  let open: Asked | null = null
  let answer: Promise<boolean> | undefined
  const listeners = new Set<() => void>()

  function show(asked: Asked | null) {
    open = asked
    for (const listener of listeners) listener()
  }

  /** Resolves to whether the person has confirmed their identity. Simultaneous calls share one dialog. */
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

/** Sends a call. After REAUTHENTICATE it asks the person to confirm and sends the call again. If they cancel, it throws the first error. */
export async function whenConfirmed<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!needsConfirmation(error) || !(await confirmation.ask())) throw error
    return send()
  }
}

import { DeliveryFailure } from '#server/destinations/failure.ts'

/**
 * Gives a file its name. It is kept before that this delivery has begun to, so that a later attempt replaces its own file and no other.
 * Where the destination refuses, nothing has got the name.
 */
export async function publishing<State extends { isPublishing: boolean }>(
  state: State,
  keep: (state: State) => Promise<void>,
  publish: () => Promise<void>,
): Promise<void> {
  if (!state.isPublishing) await keep({ ...state, isPublishing: true })
  try {
    await publish()
  } catch (error) {
    if (!state.isPublishing && error instanceof DeliveryFailure && !error.mayPass) await keep(state)
    throw error
  }
}

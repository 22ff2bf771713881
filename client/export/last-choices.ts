import type { z } from 'zod'
import { storageOrMemory } from '#client/browser-storage.ts'

const storage = storageOrMemory(() => localStorage)

/**
 * Remembers what a person chose for their last successful export, in this browser. `dialog` names the dialog; `Choices` are the fields of its
 * draft that do not depend on what is exported. Choices of an earlier build that do not fit any more are forgotten.
 */
export function lastChoices<Choices extends z.ZodObject>(dialog: string, Choices: Choices) {
  const keyOf = (userId: string) => `lastExport ${dialog} ${userId}`
  return {
    of(userId: string): z.infer<Choices> | undefined {
      try {
        return Choices.parse(JSON.parse(storage().getItem(keyOf(userId)) ?? 'null'))
      } catch {
        return undefined
      }
    },
    keep(userId: string, draft: z.infer<Choices>): void {
      try {
        storage().setItem(keyOf(userId), JSON.stringify(Choices.parse(draft)))
      } catch {
        // A full storage must not make an export that succeeded look failed.
      }
    },
  }
}

import { failure } from '#server/platforms/failures.ts'

export function isAbove(id: string, last: string): boolean {
  return id.length === last.length ? id > last : id.length > last.length
}

/** Returns a check that the ids of a walk ascend from `after`, which proves that no item comes twice. It throws where they do not. */
export function ascending(store: string, after = '0'): (ids: readonly string[]) => void {
  let last = after
  return (ids) => {
    for (const id of ids) {
      if (!isAbove(id, last)) throw failure.answerInvalid(store, 'IDS_NOT_ASCENDING')
      last = id
    }
  }
}

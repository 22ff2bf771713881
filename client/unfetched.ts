/** The browsers' messages for a failed call or a failed import. They are needed because a programming error is a `TypeError`, too. */
const unfetched = /failed to fetch|networkerror|load failed|dynamically imported|importing a module/i

/** Whether a call or an import failed because it did not reach the server. */
export const isUnfetched = (error: unknown): boolean => error instanceof TypeError && unfetched.test(error.message)
